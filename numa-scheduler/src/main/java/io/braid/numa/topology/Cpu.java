package io.braid.numa.topology;

import io.braid.linux.CpuSet;

/**
 * One hardware thread.
 *
 * @param id the kernel's number, 0 to 1023
 * @param node the NUMA node it belongs to; -1 when unknown, as for a CPU that is offline
 * @param packageId the socket; -1 when unknown
 * @param core the core's number, unique only within its socket; -1 when unknown
 * @param siblings the hardware threads of its core, itself among them
 * @param online whether it can run anything
 * @param isolated whether the kernel's scheduler leaves it alone ({@code isolcpus=})
 */
public record Cpu(int id, int node, int packageId, int core, CpuSet siblings, boolean online, boolean isolated) {}
