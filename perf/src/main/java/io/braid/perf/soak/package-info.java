/**
 * {@code braid perf soak}: hours of traffic over a lab whose links fail, whose NICs are drained and whose tasks come and go, to find what grows: memory, file descriptors, threads, packet
 * buffers, collections of garbage.
 *
 * <p>A {@link io.braid.perf.soak.Disturbance} is one thing that happens; {@link io.braid.perf.soak.Flatness} says what may not grow.
 */
@NullMarked
package io.braid.perf.soak;

import org.jspecify.annotations.NullMarked;
