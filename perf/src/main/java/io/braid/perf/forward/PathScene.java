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
import io.braid.dataplane.look.Capture;
import io.braid.dataplane.look.CaptureSettings;
import io.braid.dataplane.look.Lookers;
import io.braid.dataplane.look.PacketFilter;
import io.braid.dataplane.look.PortNames;
import io.braid.dataplane.look.Trace;
import io.braid.dataplane.look.TraceSettings;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One worker of the dataplane with a host around it that has one port, a task's or an uplink's, and sends what comes in by it out by it again: the only way to do the same as testpmd
 * with {@code --port-topology=loop}. All else is as in {@code braid run}: parse, source check, flow table, placement by least load over four paths, rewrite, counters.
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
    private static final int MTU = 1500;
    private static final int RING = 4096;
    private static final int SNAPLEN = 256;
    private static final int IDLE_MILLIS = 60_000;
    private static final int REBALANCE_PERCENT = 50;

    private final PinSet pins;
    private final WorkerShared shared;
    private final ForwardingWorker worker;
    private final int port;
    private @Nullable AutoCloseable looking;

    /**
     * Makes it; a thread has to run it.
     *
     * @param inbound whether the port is an uplink's
     * @param flows how many are to be expected
     */
    PathScene(PacketPool pool, Port port, boolean inbound, int flows) {
        this.port = port.id();
        this.pins = pins(flows);
        this.shared = new WorkerShared(
                new SnapshotCell(new Snapshot(table(port.id(), inbound), List.of(binding(port)))),
                List.of(new HandoffRing(RING)),
                new WorkerGenerations(1),
                new QueueCounters(Port.MAX_PORTS),
                new NeighborEvents(),
                pins,
                Port.MAX_PORTS,
                false);
        this.worker = new ForwardingWorker(0, 0, pool, new Rebalancer(RebalancerSettings.DEFAULT), shared);
    }

    /** One worker's, with room for so many flows. */
    static PinSet pins(int flows) {
        return new PinSet(
                List.of(-1),
                Math.max(1 << 16, Integer.highestOneBit(flows) * 2),
                FlowTimeouts.ofIdle(IDLE_MILLIS),
                PlacementPolicy.LEAST_LOADED,
                REBALANCE_PERCENT,
                new FlowHash(7),
                ForwardingWorker.tick(System.nanoTime()));
    }

    private static PortBinding binding(Port port) {
        var sends = new ArrayList<@Nullable TxQueue>(List.of(port.txQueue(0)));
        return new PortBinding(
                port.id(),
                List.of(new PortBinding.Input(0, port.rxQueue(0), 0, null)),
                sends,
                0,
                SharedQueues.of(port.txQueue(0)),
                null);
    }

    /** The port has the one role, and all hops lead to it; the other role's ports do not exist. */
    static ForwardingTable table(int port, boolean inbound) {
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
            hops[u] = new Hop(port, MTU, UPLINK_MAC, SWITCH_MAC, SWITCH_MAC, 0, 0, 0);
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
                new Hop[] {new Hop(port, MTU, GATEWAY_MAC, TASK_MAC, TASK_MAC, 0, 0, 0)},
                Port.MAX_PORTS);
    }

    /** Has somebody look on, before a thread runs it. */
    void begin(Look look) {
        PacketFilter filter = Look.filter();
        var lookers = new Lookers(List.of(worker));
        PortNames names = () -> Map.of(port, new PortNames.Named("port", "the only one"));
        long ever = Long.MAX_VALUE;
        looking = switch (look) {
            case NONE -> null;
            case CAPTURE ->
                Capture.begin(
                        new CaptureSettings(filter, true, true, false, SNAPLEN, ever, ever, ever),
                        lookers,
                        names,
                        _ -> true,
                        Port.MAX_PORTS,
                        "perf");
            case TRACE ->
                Trace.begin(
                        new TraceSettings(filter, PacketFilter.NONE, 1, ever, ever),
                        lookers,
                        names,
                        _ -> true,
                        Port.MAX_PORTS,
                        "least-loaded");
        };
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
            endLook(look);
        }
        worker.onClose();
    }

    @Override
    public long sent() {
        return worker.counters().get(port, Counters.TX_PACKETS);
    }

    /** Who looks on ends when the worker lets go of it, which it does in its next turn. */
    private void endLook(AutoCloseable look) {
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
        return worker.counters().get(port, Counters.RX_PACKETS) - sent();
    }

    /** Flows in its table; 0 for what comes in, which needs none. */
    long flows() {
        return worker.pins().table().size();
    }

    @Override
    public void close() {
        pins.close();
        shared.generations().close();
        shared.queues().close();
    }
}
