/**
 * Which path a flow takes and which port an address belongs to: the pure data structures behind both decisions.
 *
 * <p>The package exists apart from the packet graph so that the promises made to running connections (a path's loss moves
 * only its own flows, shares stay even, look-ups allocate nothing) can be tested over millions of cases without a packet,
 * a port or a privilege. It knows no DPDK and does no I/O. Workers read immutable tables; the conductor derives the next
 * table from the last one and publishes it.
 */
@NullMarked
package io.braid.flow;

import org.jspecify.annotations.NullMarked;
