/**
 * What the flow table and the placement of flows are worth: seeded simulations that need no clock, and the populations of flows that benchmarks run on.
 */
@NullMarked
package io.braid.perf.flow;

import org.jspecify.annotations.NullMarked;
