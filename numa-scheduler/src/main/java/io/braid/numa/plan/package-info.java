/**
 * Decides where things are: which CPUs become workers, which of them polls which queue, and on which NUMA node memory
 * lies.
 *
 * <p>The package exists so that these decisions are one pure function of a {@link io.braid.numa.topology.Topology} and a
 * request: the dataplane, {@code braid plan} and the tests ask the same planner, and the same request has the same
 * answer. It opens no device and pins no thread.
 */
@NullMarked
package io.braid.numa.plan;

import org.jspecify.annotations.NullMarked;
