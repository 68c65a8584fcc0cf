package io.braid.dataplane.engine;

import io.braid.dataplane.graph.NeighborListener;
import io.braid.numa.HandoffRing;
import java.util.List;

/**
 * What all workers of a process have in common.
 *
 * @param snapshots where they learn what is so
 * @param rings every worker's ring, by worker index
 * @param generations where they say what they go by
 * @param queues where they count by queue
 * @param listener is told about neighbors
 * @param pins every worker's pins
 * @param ports most ports there can be
 * @param waitForRoom whether a worker receives nothing while another's ring has no room for a burst, so that what is too much waits in the NIC and is lost there;
 *     else it is lost, and counted, at the ring
 */
public record WorkerShared(
        SnapshotCell snapshots,
        List<HandoffRing> rings,
        WorkerGenerations generations,
        QueueCounters queues,
        NeighborListener listener,
        PinSet pins,
        int ports,
        boolean waitForRoom) {
    public WorkerShared {
        rings = List.copyOf(rings);
    }
}
