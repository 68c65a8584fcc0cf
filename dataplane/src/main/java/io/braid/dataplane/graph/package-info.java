/**
 * The packet graph: what happens to a burst of packets between a receive queue and a transmit queue.
 *
 * <p>A {@link io.braid.dataplane.graph.Burst} is a structure of arrays that a worker allocates once; each node is a small class that reads and fills some of
 * its columns for all packets of the burst. Nodes allocate nothing, throw nothing and take no lock; what they decide is a {@link
 * io.braid.dataplane.graph.Verdict}, and every way a packet can end without being sent is a {@link io.braid.dataplane.graph.Reason} with a counter of its
 * own. What they need to know (addresses, paths, ports) comes from an immutable {@link io.braid.dataplane.graph.ForwardingTable}.
 */
@NullMarked
package io.braid.dataplane.graph;

import org.jspecify.annotations.NullMarked;
