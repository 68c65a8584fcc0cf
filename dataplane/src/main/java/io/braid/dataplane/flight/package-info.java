/**
 * Events for the JDK's flight recorder: what happened to the process, its paths, sessions and tasks, beside what the JVM itself records.
 *
 * <p>It exists apart from those to whom it happens so that the events' names and fields, which recordings outlive, are in one place. Nothing here is called by a worker.
 */
@NullMarked
package io.braid.dataplane.flight;

import org.jspecify.annotations.NullMarked;
