/**
 * {@code braid perf forward}: the whole path of a packet beside dpdk-testpmd, on the same virtual device, the same CPU and in the same run.
 */
@NullMarked
package io.braid.perf.forward;

import org.jspecify.annotations.NullMarked;
