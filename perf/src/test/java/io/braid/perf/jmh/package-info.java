/** Tests that benchmarks compare what computes the same. */
@NullMarked
package io.braid.perf.jmh;

import org.jspecify.annotations.NullMarked;
