/**
 * {@code braid lab operate}: what somebody on call does, timed: finding a fault with one command, changing a host in service, taking a NIC out, replacing the process.
 *
 * <p>A part is a class with a {@code run} that leaves its findings in {@link io.braid.perf.operate.Operation}.
 */
@NullMarked
package io.braid.perf.operate;

import org.jspecify.annotations.NullMarked;
