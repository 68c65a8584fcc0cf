/**
 * Micro-benchmarks of what workers do for every packet. Each class names the peer it is compared with, in the same run; figures mean something only
 * relative to that peer. Run by {@code ./braid perf jmh}.
 */
@NullMarked
package io.braid.perf.jmh;

import org.jspecify.annotations.NullMarked;
