/** How long packets stay in the dataplane: percentiles for metrics and dashboard, and a log of histograms. */
@NullMarked
package io.braid.dataplane.latency;

import org.jspecify.annotations.NullMarked;
