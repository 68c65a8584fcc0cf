package io.braid.perf.forward;

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
import io.braid.numa.Agent;
import io.braid.numa.HandoffRing;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Workers of the dataplane, each with its queues, with a host around them that has one port, a task's or an uplink's, and sends what comes in by it out by it again: the only way to do
 * the same as testpmd with {@code --port-topology=loop}. All else is as in {@code braid run}: parse, source check, flow table, placement by least load over four paths, rewrite, counters.
 *
 * <p>On a device by which frames come in again (see {@link Vdev#returns}) the hops have the addresses of who sent the frame and who was to have it, which are rewritten as ever.
 */
final class PathScene implements Loop {
    static final long TASK_MAC = 0x02b2a1d10000L;
    static final long GATEWAY_MAC = 0x02b2a1d00001L;
    static final long UPLINK_MAC = 0x020000000001L;
    static final long SWITCH_MAC = 0x0200000000aaL;
    static final int TASK4 = 0x0a640001;
    static final int REMOTE4 = 0xc6336401; // 198.51.100.1
    static final long NET6 = 0x20010db8_00000000L;
    static final long TASK6_LOW = 1;
    static final long REMOTE6_LOW = 0x1_0000;

    private static final int UPLINKS = 4;
    private static final int RING = 4096;
    private static final int IDLE_MILLIS = 60_000;
    private static final int REBALANCE_PERCENT = 50;

    private final Arena arena = Arena.ofShared();
    private final PinSet pins;
    private final WorkerShared shared;
    private final List<ForwardingWorker> workers;
    private final List<Agent> agents;
    private final int port;
    private @Nullable AutoCloseable looking;

    /**
     * Makes it; threads have to run it.
     *
     * @param port started, with as many queues each way as there are workers
     */
    PathScene(PacketPool pool, Port port, ForwardCase which) {
        int count = which.workers();
        this.port = port.id();
        this.pins = pins(count, which.flows());
        this.shared = new WorkerShared(
                new SnapshotCell(new Snapshot(
                        table(port.id(), which.inbound(), which.vdev().returns(), which.mtu()),
                        List.of(binding(port, count)))),
                IntStream.range(0, count).mapToObj(_ -> new HandoffRing(RING)).toList(),
                new WorkerGenerations(count),
                new QueueCounters(Port.MAX_PORTS),
                new NeighborEvents(),
                pins,
                Port.MAX_PORTS,
                false);
        var rebalancer = new Rebalancer(RebalancerSettings.DEFAULT);
        this.workers = IntStream.range(0, count)
                .mapToObj(index -> new ForwardingWorker(index, 0, pool, rebalancer, shared))
                .toList();
        this.agents = IntStream.range(0, count)
                .mapToObj(index -> agent(port, which, index))
                .toList();
    }

    private Agent agent(Port port, ForwardCase which, int index) {
        ForwardingWorker worker = workers.get(index);
        if (!which.vdev().returns()) {
            return new Running(worker);
        }
        int frames = which.vdev().frames(which.flows(), which.workers());
        return new Returning(worker, new HopLimits(arena, port, index, frames, which.v6()));
    }

    /** One worker's, with room for so many flows. */
    static PinSet pins(int flows) {
        return pins(1, flows);
    }

    private static PinSet pins(int workers, int flows) {
        return new PinSet(
                Collections.nCopies(workers, -1),
                Math.max(1 << 16, Integer.highestOneBit(flows) * 2),
                FlowTimeouts.ofIdle(IDLE_MILLIS),
                PlacementPolicy.LEAST_LOADED,
                REBALANCE_PERCENT,
                new FlowHash(7),
                ForwardingWorker.tick(System.nanoTime()));
    }

    private static PortBinding binding(Port port, int workers) {
        var inputs = new ArrayList<PortBinding.Input>();
        var sends = new ArrayList<@Nullable TxQueue>();
        for (int worker = 0; worker < workers; worker++) {
            inputs.add(new PortBinding.Input(worker, port.rxQueue(worker), worker, null));
            sends.add(port.txQueue(worker));
        }
        return new PortBinding(port.id(), inputs, sends, 0, SharedQueues.of(port.txQueue(0)), null);
    }

    /** The port has the one role, and all hops lead to it; the other role's ports do not exist. */
    static ForwardingTable table(int port, boolean inbound) {
        return table(port, inbound, false, 1500);
    }

    private static ForwardingTable table(int port, boolean inbound, boolean returns, int mtu) {
        int task = inbound ? Port.MAX_PORTS - 1 : port;
        var addresses = AddressTable.builder();
        addresses.ipv4(TASK4, Endpoint.taskIp(0));
        addresses.ipv6(NET6, TASK6_LOW, Endpoint.taskIp(0));
        var own = new AddressSet(new int[] {TASK4}, new long[] {NET6, TASK6_LOW});
        var none = new AddressSet(new int[0], new long[0]);
        var uplinks = new UplinkEntry[UPLINKS];
        var hops = new Hop[UPLINKS];
        for (int u = 0; u < UPLINKS; u++) {
            int id = inbound && u == 0 ? port : Port.MAX_PORTS - 2 - u;
            uplinks[u] = new UplinkEntry(u, id, -1, 0, UPLINK_MAC, true, none);
            hops[u] = returns ? hop(port, mtu, TASK_MAC, GATEWAY_MAC) : hop(port, mtu, UPLINK_MAC, SWITCH_MAC);
        }
        BucketTable group = BucketTable.of(BucketTable.DEFAULT_SIZE, 1, 1, 1, 1);
        return new ForwardingTable(
                1,
                addresses.build(),
                new PathView[] {PathView.of(group, group)},
                uplinks,
                new TaskEntry[] {new TaskEntry(0, task, GATEWAY_MAC, own, 0)},
                hops,
                new @Nullable Hop[UPLINKS],
                new Hop[] {returns ? hop(port, mtu, SWITCH_MAC, UPLINK_MAC) : hop(port, mtu, GATEWAY_MAC, TASK_MAC)},
                Port.MAX_PORTS);
    }

    private static Hop hop(int port, int mtu, long from, long to) {
        return new Hop(port, mtu, from, to, to, 0, 0, 0);
    }

    /** Has somebody look on, before a thread runs it. */
    void begin(Look look) {
        looking = look.begin(workers, port);
    }

    @Override
    public List<Agent> agents() {
        return agents;
    }

    @Override
    public long sent() {
        return workers.stream().mapToLong(this::sent).sum();
    }

    private long sent(ForwardingWorker worker) {
        return worker.counters().get(port, Counters.TX_PACKETS);
    }

    /** Who looks on ends when each worker lets go of it, which it does in its next turn. */
    private void endLook(ForwardingWorker worker, AutoCloseable look) {
        var end = new Thread(
                () -> {
                    try {
                        look.close();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                "end of a look");
        end.start();
        while (end.isAlive()) {
            worker.doWork();
        }
    }

    /** Packets that came in and were not sent. Exact once no thread runs it. */
    long notSent() {
        return workers.stream()
                        .mapToLong(worker -> worker.counters().get(port, Counters.RX_PACKETS))
                        .sum()
                - sent();
    }

    /** Flows in its tables; 0 for what comes in, which needs none. */
    long flows() {
        return workers.stream()
                .mapToLong(worker -> worker.pins().table().size())
                .sum();
    }

    @Override
    public void close() {
        pins.close();
        shared.generations().close();
        shared.queues().close();
        arena.close();
    }

    /** A worker. The first one's thread is the first to end, while the others still turn. */
    private class Running implements Agent {
        final ForwardingWorker worker;

        Running(ForwardingWorker worker) {
            this.worker = worker;
        }

        @Override
        public String name() {
            return worker.name();
        }

        @Override
        public void onStart() {
            worker.onStart();
        }

        @Override
        public int doWork() {
            return worker.doWork();
        }

        @Override
        public void onClose() {
            AutoCloseable look = looking;
            if (look != null) {
                looking = null;
                endLook(worker, look);
            }
            worker.onClose();
        }
    }

    /** A worker whose frames come in again. */
    private final class Returning extends Running {
        private final HopLimits limits;

        Returning(ForwardingWorker worker, HopLimits limits) {
            super(worker);
            this.limits = limits;
        }

        @Override
        public int doWork() {
            limits.after(sent(worker));
            return super.doWork();
        }
    }
}
