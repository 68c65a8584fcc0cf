package io.braid.dataplane.control;

import java.util.List;

/**
 * The queues as they are polled now: answer of {@code GET /v1/queues}. Packets per second are those of the last second.
 *
 * @param rebalance whether moves are made without being asked, {@code auto} or {@code off}
 * @param workers by index
 * @param queues uplinks in the order of the configuration, then tasks by name
 * @param proposals moves that would make a node's workers more even, at most one for each node
 */
public record QueueReport(String rebalance, List<Worker> workers, List<Queue> queues, List<Move> proposals) {
    public QueueReport {
        workers = List.copyOf(workers);
        queues = List.copyOf(queues);
        proposals = List.copyOf(proposals);
    }

    /**
     * A worker.
     *
     * @param worker its name
     * @param cpu the CPU it is pinned to
     * @param node that CPU's NUMA node
     * @param packetsPerSecond received by all its queues
     */
    public record Worker(String worker, int cpu, int node, long packetsPerSecond) {}

    /**
     * A receive queue.
     *
     * @param kind {@code uplink} or {@code task}
     * @param name the uplink's or the task's
     * @param queue its number
     * @param worker the worker that polls it
     * @param packetsPerSecond received by it
     */
    public record Queue(String kind, String name, int queue, String worker, long packetsPerSecond) {}

    /**
     * A move that would help.
     *
     * @param name the uplink's or the task's
     * @param queue the queue's number
     * @param from the worker that has it
     * @param to the worker that should
     * @param busiestBefore packets per second of the node's busiest worker as it is
     * @param busiestAfter the same after the move
     */
    public record Move(String name, int queue, String from, String to, long busiestBefore, long busiestAfter) {}
}
