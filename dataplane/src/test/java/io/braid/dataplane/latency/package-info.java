/** Tests of how latencies are kept and written. */
@NullMarked
package io.braid.dataplane.latency;

import org.jspecify.annotations.NullMarked;
