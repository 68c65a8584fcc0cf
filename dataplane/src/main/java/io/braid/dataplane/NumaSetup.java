package io.braid.dataplane;

import io.braid.dataplane.conductor.EgressPreference;
import io.braid.dataplane.conductor.PortQueues;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Uplink;
import io.braid.numa.plan.MemoryArea;
import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.WorkerPlan;
import io.braid.numa.topology.Topology;
import java.util.List;

/** What a placement plan means for workers, queues and paths. */
record NumaSetup(Topology topology, PlacementPlan plan) {
    private static final double BITS_PER_BYTE = 8;
    private static final long MAX_DRAIN_NANOS = 20_000_000;

    /** Each worker's node, by worker. */
    List<Integer> workerNodes() {
        return plan.workers().stream().map(WorkerPlan::node).toList();
    }

    /** The nodes that have workers, ascending: their indexes are what workers know them by. */
    List<Integer> nodes() {
        return workerNodes().stream().distinct().sorted().toList();
    }

    /** The index of a worker's node in {@link #nodes}. */
    int nodeIndex(int worker) {
        return nodes().indexOf(workerNodes().get(worker));
    }

    /** For each worker, the node that memory of a kind is to lie on; -1 on a host with one node, where there is no choice. */
    List<Integer> memoryNodes(MemoryArea.Kind kind) {
        boolean choice = topology.nodes().size() > 1;
        return plan.workers().stream()
                .map(worker -> choice ? plan.memoryNode(kind, worker.index()) : -1)
                .toList();
    }

    /** Which workers have an uplink's queues. */
    static PortQueues queues(NicPlan nic) {
        int sender = nic.txQueues().indexOf(0);
        boolean shared = nic.txQueueCount() <= 1;
        return new PortQueues(
                nic.rxQueues(),
                shared ? List.of() : nic.txQueues(),
                sender < 0 ? nic.rxQueues().getFirst() : sender);
    }

    /** The same as its device takes them, with the packet buffers of the workers' nodes. */
    Uplink.Queues deviceQueues(NicPlan nic, NodePools pools) {
        PortQueues queues = queues(nic);
        return new Uplink.Queues(
                queues.pollers().stream()
                        .map(worker -> pools.on(workerNodes().get(worker)))
                        .toList(),
                queues.sendQueueCount(),
                nic.node());
    }

    EgressPreference preference(HostConfig config) {
        return new EgressPreference(
                config.numa().policy(), config.numa().spill(), List.of(), nodes(), topology::distance);
    }

    /** How long packets that were given to NICs may take to be sent: a full queue of the largest ones. */
    static long drainNanos(List<Uplink> uplinks) {
        long longest = 0;
        for (Uplink uplink : uplinks) {
            long megabits = uplink.port().link().megabitsPerSecond();
            double bits =
                    uplink.txDescriptors() * BITS_PER_BYTE * uplink.config().mtu();
            if (bits > 0) {
                longest = Math.max(longest, megabits == 0 ? MAX_DRAIN_NANOS : (long) (bits * 1000 / megabits));
            }
        }
        return Math.min(longest, MAX_DRAIN_NANOS);
    }
}
