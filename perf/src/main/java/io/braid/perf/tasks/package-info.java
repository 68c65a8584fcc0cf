/**
 * {@code braid lab tasks}: whether tasks keep to what they were granted, whatever they try, and how fast their ports are.
 *
 * <p>It exists apart from the lab so that the lab knows nothing of targets and reports. Each part measures one thing in a lab of real processes and says what it found as
 * checks; figures that have a target are checks, too.
 */
@NullMarked
package io.braid.perf.tasks;

import org.jspecify.annotations.NullMarked;
