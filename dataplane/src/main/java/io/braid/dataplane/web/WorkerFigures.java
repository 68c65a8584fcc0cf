package io.braid.dataplane.web;

import io.braid.dataplane.engine.PortTotals;

/**
 * A worker's own figures.
 *
 * @param name such as {@code worker-0}
 * @param cpu the CPU it is pinned to
 * @param node that CPU's NUMA node
 * @param traffic its packets, summed over all ports
 * @param errorsSuppressed ICMP errors that a rate limit kept it from sending
 * @param time where its time goes
 * @param ringPackets on their way to it from other workers
 * @param ringCapacity packets that fit
 * @param held packets it keeps for a port that another worker still sends for
 * @param flows the flows it remembers
 */
public record WorkerFigures(
        String name,
        int cpu,
        int node,
        PortTotals traffic,
        long errorsSuppressed,
        Time time,
        long ringPackets,
        long ringCapacity,
        long held,
        Flows flows) {
    /**
     * Turns of its loop.
     *
     * @param cycles turns
     * @param busy turns that moved a packet
     * @param longestNanos the longest since start
     * @param recentLongestNanos the longest of the last 30 to 60 seconds, or the one under way
     * @param stalls turns longer than the threshold
     * @param stallNanos the threshold
     * @param failures turns that ended with an exception
     * @param rests times that a real-time worker rested
     */
    public record Time(
            long cycles,
            long busy,
            long longestNanos,
            long recentLongestNanos,
            long stalls,
            long stallNanos,
            long failures,
            long rests) {}

    /**
     * Its flow table.
     *
     * @param size flows in it
     * @param capacity flows that fit
     * @param inserted ever remembered
     * @param expired forgotten because they were silent or had ended
     * @param displaced forgotten for others, before their time
     * @param full packets of flows that found no room and went by hash
     * @param lost flows placed anew because their uplink was lost
     * @param flowlet flows moved in a pause by policy
     * @param rebalanced flows moved in a pause because uplinks stayed uneven
     * @param inherited flows that kept the uplink they had before a restart
     */
    public record Flows(
            long size,
            long capacity,
            long inserted,
            long expired,
            long displaced,
            long full,
            long lost,
            long flowlet,
            long rebalanced,
            long inherited) {}
}
