/**
 * Workers: which CPUs they run on, the threads that run them, and the rings that hand packets from one to another.
 *
 * <p>The package exists so that code that forwards packets is written as plain single-threaded {@link io.braid.numa.Agent}s.
 * Pinning, idling, surviving a bug and being observed are done once, here; and a packet changes threads in one way only,
 * through a {@link io.braid.numa.HandoffRing}. Nothing here knows DPDK: an mbuf is an address, a port a number.
 *
 * <p>What runs per packet or per cycle takes no lock, allocates nothing and throws nothing.
 */
@NullMarked
package io.braid.numa;

import org.jspecify.annotations.NullMarked;
