package io.braid.dataplane.graph;

import io.braid.dataplane.graph.PacketWatch.Node;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import org.jspecify.annotations.Nullable;

/**
 * One worker's instance of the graph: its nodes, its burst and its counters.
 *
 * <pre>
 *   uplink rx ─ parse ─ uplink input ────────────────────────────────────┬─ forward ─ emit
 *   task rx ─── parse ─ [unfinished] ─ [cap] ─ task input ─── path ──────┘
 *   punt rx ─── to its uplink ────────────────────────────────────────────────────── emit
 * </pre>
 *
 * Plain packets, which are most, go past all of these but path and emit: {@link PlainIngress} and {@link PlainEgress}.
 *
 * <p>Only the worker's thread calls it.
 */
public final class PacketGraph implements AutoCloseable {
    private final Burst burst = new Burst();
    private final ReleaseList release = new ReleaseList();
    private final Counters counters;
    private final ParseNode parse;
    private final UplinkInputNode uplinkInput;
    private final CapNode cap;
    private final GroupLimit groupLimit;
    private final TaskInputNode taskInput;
    private final PathNode path;
    private final PlainIngress plainIngress = new PlainIngress();
    private final PlainEgress plainEgress;
    private final ForwardNode forward;
    private final IcmpErrorNode errors;
    private final Fragmenter fragmenter;
    private final Segmenter segmenter;
    private final EmitNode emit;
    private boolean plainPath = true;
    /** Who looks on, if anybody does. */
    private @Nullable PacketWatch watch;
    /** Who is told of each node, while a burst is looked at so closely. */
    private @Nullable PacketWatch steps;

    /**
     * @param counters this worker's counters
     * @param pool where packets made here come from
     * @param sink where packets to be sent go
     * @param listener is told about neighbors
     * @param path this worker's choice of uplinks
     */
    public PacketGraph(Counters counters, PacketPool pool, PacketSink sink, NeighborListener listener, PathNode path) {
        this.counters = counters;
        this.parse = new ParseNode(release);
        var arp = new ArpNode(listener);
        var discovery = new NeighborDiscoveryNode(listener);
        this.uplinkInput = new UplinkInputNode(arp, discovery);
        this.errors = new IcmpErrorNode(counters, release, System.nanoTime());
        this.cap = new CapNode(counters.ports());
        this.groupLimit = new GroupLimit(counters.ports(), System.nanoTime());
        this.taskInput = new TaskInputNode(arp, discovery, errors, groupLimit);
        this.path = path;
        this.plainEgress = new PlainEgress(path);
        this.forward = new ForwardNode(errors);
        this.fragmenter = new Fragmenter(pool, counters);
        this.segmenter = new Segmenter(pool, counters);
        this.emit = new EmitNode(counters, release, fragmenter, segmenter, sink);
    }

    /** Where the receive queue is to write up to {@link Burst#CAPACITY} packet addresses. */
    public long addresses() {
        return burst.addresses();
    }

    /** Lets all packets go by the nodes, or plain ones past them as is usual. The outcome is the same, which is for a test to see. */
    void setPlainPath(boolean taken) {
        plainPath = taken;
    }

    /** Has somebody look on from the next burst on, or nobody. */
    public void setWatch(@Nullable PacketWatch watch) {
        this.watch = watch;
    }

    /**
     * Takes {@code count} packets that {@code port} received through the graph; afterwards all are sent, on their way, or given back.
     *
     * @param nowNanos current {@link System#nanoTime}, for rate limits
     * @param tick current time in milliseconds
     */
    public void process(ForwardingTable table, int port, int count, long nowNanos, int tick) {
        burst.begin(count, port);
        countReceived(port, count);
        try {
            errors.setTime(nowNanos);
            int interest = watch == null ? 0 : watch.arrived(burst);
            steps = (interest & PacketWatch.STEPS) == 0 ? null : watch;
            switch (table.role(port)) {
                case ForwardingTable.ROLE_UPLINK -> {
                    UplinkEntry uplink = table.uplink(table.roleIndex(port));
                    if (byNodes() || plainIngress.run(burst, table, uplink) > 0) {
                        parse.run(burst);
                        passed(Node.PARSE, table);
                        uplinkInput.run(burst, table, uplink);
                        passed(Node.UPLINK_INPUT, table);
                        forward.run(burst, table);
                        passed(Node.FORWARD, table);
                    }
                }
                case ForwardingTable.ROLE_TASK -> fromTask(table, port, nowNanos, tick);
                case ForwardingTable.ROLE_PUNT -> fromPunt(table.uplink(table.roleIndex(port)));
                default -> dropAll(Reason.PORT_GONE);
            }
            emit.run(burst, table, interest == 0 ? null : watch);
        } catch (RuntimeException | Error defect) {
            abandon(port);
            throw defect;
        }
    }

    private boolean byNodes() {
        return !plainPath || steps != null;
    }

    private void passed(Node node, ForwardingTable table) {
        if (steps != null) {
            steps.passed(node, burst, table);
        }
    }

    private void fromTask(ForwardingTable table, int port, long nowNanos, int tick) {
        TaskEntry task = table.task(table.roleIndex(port));
        if (task == null) {
            dropAll(Reason.PORT_GONE);
            return;
        }
        path.begin();
        // Caps count every packet, so nothing goes past them.
        boolean capped = task.caps().capsOut();
        if (capped || byNodes() || plainEgress.read(burst, table, task) > 0) {
            closely(table, task, nowNanos);
        }
        path.run(burst, table, tick, steps);
        passed(Node.PATH, table);
        plainEgress.send(burst, table);
        forward.run(burst, table);
        passed(Node.FORWARD, table);
    }

    /** The nodes that look at all there is in a packet. */
    private void closely(ForwardingTable table, TaskEntry task, long nowNanos) {
        parse.run(burst);
        passed(Node.PARSE, table);
        if (task.unfinished()) {
            UnfinishedNode.run(burst);
            passed(Node.UNFINISHED, table);
        }
        if (task.caps().capsOut()) {
            cap.run(burst, task.caps(), nowNanos);
            passed(Node.CAP, table);
        }
        groupLimit.setTime(nowNanos);
        taskInput.run(burst, table, task);
        passed(Node.TASK_INPUT, table);
        path.read(burst, table);
    }

    private void fromPunt(UplinkEntry uplink) {
        if (!uplink.linkUp()) {
            dropAll(Reason.NO_PATH);
            return;
        }
        int usual = Verdict.send(uplink.port());
        int urgent = Verdict.sendUrgent(uplink.port());
        for (int i = 0; i < burst.count(); i++) {
            burst.verdict[i] = NetworkControl.is(burst.packet(i)) ? urgent : usual;
        }
    }

    private void dropAll(Reason reason) {
        for (int i = 0; i < burst.count(); i++) {
            burst.drop(i, reason);
        }
    }

    private void countReceived(int port, int count) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += Packet.length(burst.packet(i));
        }
        counters.add(port, Counters.RX_PACKETS, count);
        counters.add(port, Counters.RX_BYTES, bytes);
    }

    /** After a defect: gives back and counts what the burst still holds, so that nothing leaks; the worker goes on with the next burst. */
    private void abandon(int port) {
        for (int i = 0; i < burst.count(); i++) {
            if (!burst.isDone(i)) {
                counters.end(port, Reason.INTERNAL_ERROR.ordinal());
                release.add(burst.packet(i));
                burst.markDone(i);
            }
        }
        fragmenter.abandon(release);
        segmenter.abandon(release);
        release.flush();
    }

    @Override
    public void close() {
        release.close();
        fragmenter.close();
        segmenter.close();
        burst.close();
    }
}
