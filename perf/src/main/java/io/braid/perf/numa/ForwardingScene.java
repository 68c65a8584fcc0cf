package io.braid.perf.numa;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.engine.PortBinding;
import io.braid.dataplane.engine.QueueCounters;
import io.braid.dataplane.engine.SharedQueues;
import io.braid.dataplane.engine.Snapshot;
import io.braid.dataplane.engine.SnapshotCell;
import io.braid.dataplane.engine.WorkerGenerations;
import io.braid.dataplane.engine.WorkerShared;
import io.braid.dataplane.graph.AddressSet;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.Endpoint;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.Hop;
import io.braid.dataplane.graph.TaskEntry;
import io.braid.dataplane.graph.UplinkEntry;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.TxQueue;
import io.braid.flow.AddressTable;
import io.braid.flow.BucketTable;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowTimeouts;
import io.braid.flow.PathView;
import io.braid.flow.PlacementPolicy;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import io.braid.numa.HandoffRing;
import io.braid.numa.IdleStrategy;
import io.braid.numa.WorkerThread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Workers of the dataplane that forward from task ports to an uplink's queues, each its own: source check, flow table, placement, rewrite and counters as ever, without
 * the rest of the process.
 *
 * <p>Runs from construction to {@link #close}.
 */
final class ForwardingScene implements AutoCloseable {
    static final long TASK_MAC = 0x02b2a1d10000L;
    static final long GATEWAY_MAC = 0x02b2a1d00001L;
    private static final long UPLINK_MAC = 0x020000000001L;
    private static final long SWITCH_MAC = 0x0200000000aaL;
    private static final int FLOWS = 1 << 16;
    private static final int MTU = 1500;
    private static final int RING = 4096;
    private static final int TICK_MILLIS = 60_000;

    private final PinSet pins;
    private final WorkerShared shared;
    private final List<ForwardingWorker> workers;
    private final List<WorkerThread> threads = new ArrayList<>();
    private final int uplink;

    /**
     * Starts workers.
     *
     * @param tasks one started task port for each worker that runs
     * @param uplink a started port with a transmit queue for each worker that is known
     * @param known workers that exist, with ring and table; at least as many as there are tasks
     * @param cpus a CPU for each worker that runs
     */
    ForwardingScene(PacketPool pool, List<Port> tasks, Port uplink, int known, List<Integer> cpus) {
        this.uplink = uplink.id();
        int tick = ForwardingWorker.tick(System.nanoTime());
        this.pins = new PinSet(
                Collections.nCopies(known, -1),
                FLOWS,
                FlowTimeouts.ofIdle(TICK_MILLIS),
                PlacementPolicy.LEAST_LOADED,
                50,
                new FlowHash(7),
                tick);
        this.shared = new WorkerShared(
                new SnapshotCell(new Snapshot(table(tasks, uplink), bindings(tasks, uplink, known))),
                IntStream.range(0, known).mapToObj(_ -> new HandoffRing(RING)).toList(),
                new WorkerGenerations(known),
                new QueueCounters(Port.MAX_PORTS),
                new NeighborEvents(),
                pins,
                Port.MAX_PORTS,
                false);
        var rebalancer = new Rebalancer(RebalancerSettings.DEFAULT);
        this.workers = IntStream.range(0, tasks.size())
                .mapToObj(i -> new ForwardingWorker(i, 0, pool, rebalancer, shared))
                .toList();
        for (int i = 0; i < workers.size(); i++) {
            threads.add(new WorkerThread(workers.get(i), cpus.get(i), IdleStrategy.busySpin()).start());
        }
    }

    /** A task's IPv4 address as a number. */
    static int taskAddress(int task) {
        return 0x0a640001 + task;
    }

    private static List<PortBinding> bindings(List<Port> tasks, Port uplink, int known) {
        var sends = new ArrayList<@Nullable TxQueue>();
        for (int worker = 0; worker < known; worker++) {
            sends.add(uplink.txQueue(worker));
        }
        var bindings = new ArrayList<PortBinding>();
        bindings.add(new PortBinding(uplink.id(), List.of(), sends, 0, SharedQueues.of(uplink.txQueue(0)), null));
        for (int task = 0; task < tasks.size(); task++) {
            Port port = tasks.get(task);
            var nobody = new ArrayList<@Nullable TxQueue>(Collections.nCopies(known, null));
            var input = new PortBinding.Input(0, port.rxQueue(0), task, null);
            bindings.add(
                    new PortBinding(port.id(), List.of(input), nobody, task, SharedQueues.of(port.txQueue(0)), null));
        }
        return bindings;
    }

    private static ForwardingTable table(List<Port> tasks, Port uplink) {
        BucketTable group = BucketTable.of(BucketTable.DEFAULT_SIZE, 1);
        AddressTable.Builder addresses = AddressTable.builder();
        var entries = new TaskEntry[tasks.size()];
        var taskHops = new Hop[tasks.size()];
        for (int task = 0; task < entries.length; task++) {
            int address = taskAddress(task);
            int port = tasks.get(task).id();
            addresses.ipv4(address, Endpoint.taskIp(task));
            entries[task] = new TaskEntry(task, port, GATEWAY_MAC, new AddressSet(new int[] {address}, new long[0]), 0);
            taskHops[task] = new Hop(port, MTU, GATEWAY_MAC, TASK_MAC + task, TASK_MAC + task, 0, 0, 0);
        }
        var own = new AddressSet(new int[0], new long[0]);
        return new ForwardingTable(
                1,
                addresses.build(),
                new PathView[] {PathView.of(group, group)},
                new UplinkEntry[] {new UplinkEntry(0, uplink.id(), -1, 0, UPLINK_MAC, true, own)},
                entries,
                new Hop[] {new Hop(uplink.id(), MTU, UPLINK_MAC, SWITCH_MAC, SWITCH_MAC, 0, 0, 0)},
                new @Nullable Hop[] {null},
                taskHops,
                Port.MAX_PORTS);
    }

    /** Packets sent so far. */
    private long sent() {
        return workers.stream()
                .mapToLong(worker -> worker.counters().get(uplink, Counters.TX_PACKETS))
                .sum();
    }

    /** Packets a second that all workers together send, over so long a time from now. */
    double packetsPerSecond(long nanos) {
        long before = sent();
        long begin = System.nanoTime();
        long end = begin + nanos;
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        long sent = sent() - before;
        return sent * 1e9 / (System.nanoTime() - begin);
    }

    /** Packets that did not leave by the uplink though they came in. */
    long notForwarded() {
        long received = 0;
        for (int port = 0; port < Port.MAX_PORTS; port++) {
            for (ForwardingWorker worker : workers) {
                received += worker.counters().get(port, Counters.RX_PACKETS);
            }
        }
        return received - sent();
    }

    /** Stops the workers. */
    @Override
    public void close() {
        threads.forEach(WorkerThread::close);
        pins.close();
        shared.generations().close();
        shared.queues().close();
    }
}
