/** The figures that placement and rebalancing are to reach, measured by simulation. */
@NullMarked
package io.braid.perf.flow;

import org.jspecify.annotations.NullMarked;
