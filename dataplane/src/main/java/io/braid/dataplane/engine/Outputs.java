package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Cap;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.PacketHash;
import io.braid.dataplane.graph.PacketSink;
import io.braid.dataplane.graph.PacketWatch;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.ReleaseList;
import io.braid.dataplane.graph.TaskCaps;
import io.braid.dataplane.graph.TaskEntry;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.TxQueue;
import io.braid.numa.HandoffRing;
import io.braid.numa.Handoffs;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one worker's packets leave: by a queue of its own, or over the ring of the worker that sends for the port. So a port's queue has one sender, and a flow's
 * packets keep their order; {@link QueueHandover} says how they do while the sender changes. The worker's thread only.
 */
final class Outputs implements PacketSink, HandoffRing.BurstHandler, Handoffs.Refused, AutoCloseable {
    private static final int NO_SENDER = -1;
    private static final long PORT_BYTES = SharedQueues.MOST * QueueOutput.BUFFER_BYTES;

    private final int self;
    private final List<HandoffRing> rings;
    private final Counters counters;
    private final Handoffs handoffs;
    private final ReleaseList refused = new ReleaseList();
    private final PacketHash hash;
    private final Watching watching = new Watching();
    /** By port: the worker that sends for those without a queue. */
    private final int[] senders;
    /** By port: where this worker's own packets go, if it has a queue. */
    private final @Nullable PortOutput[] own;
    /** By port: where packets from other workers go; for longer than {@link #own} when the sender's role passes on. */
    private final @Nullable PortOutput[] arrivals;
    /** Packets for ports whose sender's role is on its way here. */
    private final HeldOutput held;
    /** By port: the cap on what its task is sent. This worker's own; of a task's port one worker sends all. */
    private final @Nullable Cap[] caps;

    /** Network control for uplinks that this worker sends for. */
    private final UrgentOutput urgent;

    private final Arena arena = Arena.ofShared();
    private final long buffers;
    private PortOutput[] all = new PortOutput[0];
    private long nowNanos;

    /**
     * Makes outputs without ports.
     *
     * @param self this worker's index
     * @param rings every worker's ring, by worker index
     * @param counters this worker's counters
     * @param hash spreads flows over the queues of a port
     */
    Outputs(int self, List<HandoffRing> rings, Counters counters, PacketHash hash) {
        this.self = self;
        this.rings = List.copyOf(rings);
        this.counters = counters;
        this.hash = hash;
        this.handoffs = new Handoffs(rings, this);
        this.buffers = arena.allocate(counters.ports() * PORT_BYTES, Long.BYTES).address();
        this.senders = new int[counters.ports()];
        this.own = new @Nullable PortOutput[counters.ports()];
        this.arrivals = new @Nullable PortOutput[counters.ports()];
        this.held = new HeldOutput(counters.ports(), this.rings, new Arrivals());
        this.caps = new @Nullable Cap[counters.ports()];
        this.urgent = new UrgentOutput(own, watching, this::refuse);
    }

    /** Takes up the ports of a new snapshot; nothing may be waiting to be flushed. Allocates: snapshots change seldom. */
    void adopt(Snapshot snapshot) {
        Arrays.fill(senders, NO_SENDER);
        Arrays.fill(own, null);
        Arrays.fill(arrivals, null);
        var list = new ArrayList<PortOutput>();
        var stays = new boolean[own.length];
        for (PortBinding binding : snapshot.bindings()) {
            int port = binding.port();
            senders[port] = binding.sender();
            QueueHandover passage = binding.senderPassage();
            boolean mine = binding.sender() == self;
            boolean leaves = passage != null && passage.from() == self && !passage.isDone();
            PortOutput output = mine || leaves
                    ? shared(binding)
                    : alone(port, binding.sends().get(self));
            if (output == null) {
                continue;
            }
            setCap(snapshot.table(), port);
            if (mine && passage != null && !passage.take(rings)) {
                stays[port] = true;
                held.hold(port, passage);
            } else {
                own[port] = leaves ? null : output;
            }
            arrivals[port] = output;
            list.add(output);
        }
        all = list.toArray(PortOutput[]::new);
        held.adopt(stays, own);
        urgent.adopt(snapshot.table());
    }

    private void setCap(ForwardingTable table, int port) {
        TaskEntry task = table.role(port) == ForwardingTable.ROLE_TASK ? table.task(table.roleIndex(port)) : null;
        TaskCaps wanted = task == null ? TaskCaps.NONE : task.caps();
        caps[port] = wanted.capsIn() ? Cap.of(caps[port], wanted.bitsIn(), wanted.packetsIn(), nowNanos) : null;
    }

    private PortOutput shared(PortBinding binding) {
        int port = binding.port();
        SharedQueues shared = binding.shared();
        return shared.isPlain()
                ? new QueueOutput(port, shared.queues().getFirst(), counters, watching, buffers + port * PORT_BYTES)
                : new SpreadOutput(port, shared, counters, refused, hash, watching, buffers + port * PORT_BYTES);
    }

    private @Nullable PortOutput alone(int port, @Nullable TxQueue queue) {
        return queue == null ? null : new QueueOutput(port, queue, counters, watching, buffers + port * PORT_BYTES);
    }

    /**
     * Goes on with sender's roles that are on their way here.
     *
     * @param now current {@link System#nanoTime}, by which caps go until the next call
     */
    void pass(long now) {
        nowNanos = now;
        held.pass();
    }

    @Override
    public void send(int port, long packet) {
        PortOutput output = own[port];
        if (output != null) {
            give(output, port, packet);
            return;
        }
        int sender = senders[port];
        if (sender == self) {
            held.keep(port, packet);
        } else if (sender >= 0) {
            handoffs.add(sender, packet, port);
        } else {
            refuse(port, packet, Reason.PORT_GONE);
        }
    }

    @Override
    public void sendUrgent(int port, long packet) {
        int sender = senders[port];
        if (urgent.isFor(port)) {
            urgent.add(port, packet);
        } else if (sender >= 0 && sender != self) {
            handoffs.add(sender, packet, ForwardingWorker.URGENT | port);
        } else {
            send(port, packet);
        }
    }

    @Override
    public void sendAll(int port, long packets, int count) {
        urgent.send(port);
        PortOutput output = own[port];
        if (output != null && caps[port] == null) {
            output.addAll(packets, count);
        } else {
            PacketSink.super.sendAll(port, packets, count);
        }
    }

    /** Packets that other threads handed over for a port of ours. */
    @Override
    public void onBurst(long packets, int count, int tag) {
        if (tag >= ForwardingWorker.URGENT) {
            for (int i = 0; i < count; i++) {
                sendUrgent(tag - ForwardingWorker.URGENT, Memory.getLong(packets + (long) i * Long.BYTES));
            }
            return;
        }
        int port = tag;
        PortOutput output = held.isFor(port) ? null : arrivals[port];
        for (int i = 0; i < count; i++) {
            long packet = Memory.getLong(packets + (long) i * Long.BYTES);
            if (output != null) {
                give(output, port, packet);
            } else {
                held.keep(port, packet);
            }
        }
    }

    private void give(PortOutput output, int port, long packet) {
        Cap cap = caps[port];
        if (cap == null || admits(cap, packet)) {
            output.add(packet);
        } else {
            refuse(port, packet, Reason.OVER_CAP_IN);
        }
    }

    private boolean admits(Cap cap, long packet) {
        cap.refill(nowNanos);
        return cap.admits(Packet.length(packet));
    }

    @Override
    public void onRefused(int worker, long packet, int tag) {
        refuse(tag & ForwardingWorker.URGENT - 1, packet, Reason.HANDOFF_RING_FULL);
    }

    private void refuse(int port, long packet, Reason reason) {
        counters.end(port, reason, 1);
        if (watching.watch != null) {
            watching.watch.refused(port, packet, reason);
        }
        refused.add(packet);
    }

    /** Has somebody look on from now on, or nobody. */
    void setWatch(@Nullable PacketWatch watch) {
        watching.watch = watch;
    }

    /** The worker that sends a port's packets: this one if it has a queue of it, else the one they are handed to; -1 when there is none. */
    int sender(int port) {
        return own[port] != null ? self : senders[port];
    }

    /** Whether every other worker's ring has room for a burst. */
    boolean hasRoom(int packets) {
        for (int worker = 0; worker < rings.size(); worker++) {
            if (worker != self && rings.get(worker).remaining() < packets) {
                return false;
            }
        }
        return true;
    }

    /** Sends all that was gathered. */
    void flush() {
        urgent.send();
        for (PortOutput output : all) {
            output.flush();
        }
        handoffs.flush();
        refused.flush();
    }

    /** Packets that wait for a sender's role, and network control that waits for room. Any thread. */
    long held() {
        return held.waiting() + urgent.waiting();
    }

    /** Drops what still waits, and gives the memory back. */
    @Override
    public void close() {
        held.close();
        urgent.close();
        refused.close();
        arena.close();
    }

    /** What was held goes on as if it came now. */
    private final class Arrivals implements HeldOutput.Target {
        @Override
        public void arrived(int port) {
            own[port] = arrivals[port];
        }

        @Override
        public void give(int port, long packet) {
            PortOutput output = own[port];
            if (output == null) {
                refuse(port, packet, Reason.PORT_GONE);
            } else {
                Outputs.this.give(output, port, packet);
            }
        }

        @Override
        public void refuse(int port, long packet, Reason reason) {
            Outputs.this.refuse(port, packet, reason);
        }
    }
}
