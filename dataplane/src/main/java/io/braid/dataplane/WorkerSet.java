package io.braid.dataplane;

import io.braid.dataplane.config.FullRing;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.NodeMemory;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.engine.QueueCounters;
import io.braid.dataplane.engine.Snapshot;
import io.braid.dataplane.engine.SnapshotCell;
import io.braid.dataplane.engine.WorkerGenerations;
import io.braid.dataplane.engine.WorkerShared;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.Hop;
import io.braid.dataplane.graph.TaskEntry;
import io.braid.dataplane.graph.UplinkEntry;
import io.braid.dataplane.placement.PlanRequests;
import io.braid.dataplane.port.NodePools;
import io.braid.dpdk.Port;
import io.braid.flow.AddressTable;
import io.braid.flow.BucketTable;
import io.braid.flow.PathView;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import io.braid.linux.AnonymousMemory;
import io.braid.linux.CpuAffinity;
import io.braid.numa.HandoffRing;
import io.braid.numa.WorkerOptions;
import io.braid.numa.WorkerThread;
import io.braid.numa.plan.MemoryArea;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.WorkerPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The workers with their threads, rings and flow tables, each on its NUMA node. Made, started, stopped and closed by the thread that starts and ends the process.
 */
final class WorkerSet implements AutoCloseable {
    private final HostConfig config;
    private final NeighborEvents neighbors = new NeighborEvents();
    private final List<AnonymousMemory> ringMemory = new ArrayList<>();
    private final PinSet pins;
    private final WorkerShared shared;
    private final List<Rebalancer> rebalancers;
    private final List<ForwardingWorker> workers;
    private final List<WorkerThread> threads = new ArrayList<>();

    /** Makes workers that {@link #start} sets going. */
    WorkerSet(HostConfig config, NumaSetup numa, NodePools pools) {
        this.config = config;
        PlacementPlan plan = numa.plan();
        var rebalancing = RebalancerSettings.DEFAULT.withGapMillis(
                (int) config.egress().flowletGap().toMillis());
        this.rebalancers =
                numa.nodes().stream().map(_ -> new Rebalancer(rebalancing)).toList();
        this.pins = EgressSetup.pinSet(config.egress(), numa.memoryNodes(MemoryArea.Kind.FLOW_TABLE));
        try {
            List<HandoffRing> rings = numa.memoryNodes(MemoryArea.Kind.RING).stream()
                    .map(this::ring)
                    .toList();
            this.shared = new WorkerShared(
                    new SnapshotCell(new Snapshot(emptyTable(numa.nodes().size()), List.of())),
                    rings,
                    new WorkerGenerations(rings.size()),
                    new QueueCounters(Port.MAX_PORTS),
                    neighbors,
                    pins,
                    Port.MAX_PORTS,
                    config.numa().fullRing() == FullRing.WAIT);
            this.workers = plan.workers().stream()
                    .map(worker -> worker(worker, numa.nodeIndex(worker.index()), pools))
                    .toList();
        } catch (RuntimeException e) {
            closeMemory();
            throw e;
        }
    }

    private ForwardingWorker worker(WorkerPlan plan, int nodeIndex, NodePools pools) {
        return new ForwardingWorker(plan.index(), nodeIndex, pools.on(plan.node()), rebalancers.get(nodeIndex), shared);
    }

    private HandoffRing ring(int node) {
        AnonymousMemory memory = NodeMemory.map("a hand-off ring", HandoffRing.bytes(PlanRequests.RING_CAPACITY), node);
        ringMemory.add(memory);
        return new HandoffRing(PlanRequests.RING_CAPACITY, memory.segment());
    }

    private static ForwardingTable emptyTable(int nodes) {
        BucketTable none = BucketTable.of(BucketTable.DEFAULT_SIZE, 0);
        PathView[] views = new PathView[nodes];
        Arrays.fill(views, PathView.of(none, none));
        return new ForwardingTable(
                0,
                AddressTable.builder().build(),
                views,
                new UplinkEntry[0],
                new TaskEntry[0],
                new Hop[0],
                new Hop[0],
                new Hop[0],
                Port.MAX_PORTS);
    }

    /** Starts all threads, pinned as planned. What is returned stops them; before the rest is closed. */
    AutoCloseable start(PlacementPlan plan) {
        try {
            List<Integer> cpus = plan.workers().stream().map(WorkerPlan::cpu).toList();
            List<WorkerOptions> options = WorkerTuning.options(config.workers(), cpus, CpuAffinity.get());
            for (int i = 0; i < workers.size(); i++) {
                shared.rings().get(i).wakes(options.get(i).idle()); // before anyone offers
            }
            for (int i = 0; i < workers.size(); i++) {
                threads.add(new WorkerThread(workers.get(i), cpus.get(i), options.get(i)).start());
            }
        } catch (RuntimeException e) {
            try {
                stop();
            } catch (RuntimeException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
        return this::stop;
    }

    private void stop() {
        RuntimeException failure = null;
        for (WorkerThread thread : threads.reversed()) {
            try {
                thread.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    List<ForwardingWorker> all() {
        return workers;
    }

    List<WorkerThread> threads() {
        return List.copyOf(threads);
    }

    WorkerShared shared() {
        return shared;
    }

    PinSet pins() {
        return pins;
    }

    NeighborEvents neighbors() {
        return neighbors;
    }

    /** One for each node that has workers, by the index that workers know their node by. */
    List<Rebalancer> rebalancers() {
        return rebalancers;
    }

    /** Packets on their way from worker to worker. */
    long queued() {
        return shared.rings().stream().mapToLong(HandoffRing::size).sum()
                + workers.stream().mapToLong(ForwardingWorker::held).sum();
    }

    /** Gives the memory back; no thread may run any more. */
    @Override
    public void close() {
        if (threads.stream().noneMatch(WorkerThread::isAlive)) { // else it is used; that a thread did not end was said
            closeMemory();
            shared.generations().close();
            shared.queues().close();
        }
    }

    private void closeMemory() {
        pins.close();
        ringMemory.forEach(AnonymousMemory::close);
        ringMemory.clear();
    }
}
