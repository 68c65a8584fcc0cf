package io.braid.numa.plan;

import io.braid.numa.topology.NodeSource;
import java.util.List;

/**
 * The queues of one NIC.
 *
 * @param name as requested
 * @param node the node it is on; -1 when unknown
 * @param source how that is known
 * @param pollNode the node whose workers poll the queues that RSS spreads over: its own, or another if there is no
 *     worker
 * @param rxQueues for each receive queue, the index of the worker that polls it; no two are the same
 * @param spread how many of them, from 0, RSS spreads over. Those behind get packets by rule only and are polled by
 *     workers of other nodes
 * @param txQueues for each worker, its transmit queue; -1 for a worker without, which hands packets to the worker with
 *     queue 0
 */
public record NicPlan(
        String name,
        int node,
        NodeSource source,
        int pollNode,
        List<Integer> rxQueues,
        int spread,
        List<Integer> txQueues) {
    public NicPlan {
        rxQueues = List.copyOf(rxQueues);
        txQueues = List.copyOf(txQueues);
    }

    /** How many queues it has both ways: each NIC has a transmit queue, if only for others to hand to. */
    public int queueCount() {
        return rxQueues.size() + Math.max(1, txQueueCount());
    }

    /** How many transmit queues are in use. */
    public int txQueueCount() {
        return (int) txQueues.stream().filter(queue -> queue >= 0).count();
    }
}
