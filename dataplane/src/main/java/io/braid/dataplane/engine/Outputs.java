package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.PacketSink;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.ReleaseList;
import io.braid.numa.HandoffRing;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one worker's packets leave: by a queue it owns, or over the ring to the worker that owns the queue. A port has one owner, so a flow's packets keep
 * their order. The worker's thread only.
 */
final class Outputs implements PacketSink, HandoffRing.Handler, AutoCloseable {
    private final int self;
    private final List<HandoffRing> rings;
    private final Counters counters;
    private final ReleaseList refused = new ReleaseList();
    private final int[] owners;
    private final @Nullable PortOutput[] own;
    private final Arena arena = Arena.ofShared();
    private final long buffers;
    private PortOutput[] all = new PortOutput[0];

    /**
     * Makes outputs without ports.
     *
     * @param self this worker's index
     * @param rings every worker's ring, by worker index
     * @param counters this worker's counters
     */
    Outputs(int self, List<HandoffRing> rings, Counters counters) {
        this.self = self;
        this.rings = List.copyOf(rings);
        this.counters = counters;
        this.buffers = arena.allocate(counters.ports() * PortOutput.BUFFER_BYTES, Long.BYTES)
                .address();
        this.owners = new int[counters.ports()];
        this.own = new @Nullable PortOutput[counters.ports()];
    }

    /** Takes up the ports of a new snapshot; nothing may be waiting to be flushed. Allocates: snapshots change seldom. */
    void adopt(Snapshot snapshot) {
        Arrays.fill(owners, -1);
        Arrays.fill(own, null);
        var list = new ArrayList<PortOutput>();
        for (PortBinding binding : snapshot.bindings()) {
            owners[binding.port()] = binding.owner();
            if (binding.owner() == self) {
                var output = new PortOutput(
                        binding.port(), binding.tx(), counters, buffers + binding.port() * PortOutput.BUFFER_BYTES);
                own[binding.port()] = output;
                list.add(output);
            }
        }
        all = list.toArray(PortOutput[]::new);
    }

    @Override
    public void send(int port, long packet) {
        PortOutput output = own[port];
        if (output != null) {
            output.add(packet);
            return;
        }
        int owner = owners[port];
        if (owner < 0) {
            refuse(port, packet, Reason.PORT_GONE);
        } else if (!rings.get(owner).offer(packet, port)) {
            refuse(port, packet, Reason.HANDOFF_RING_FULL);
        }
    }

    /** A packet that another thread handed over for a port of ours. */
    @Override
    public void onPacket(long packet, int port) {
        PortOutput output = own[port];
        if (output != null) {
            output.add(packet);
        } else {
            refuse(port, packet, Reason.PORT_GONE);
        }
    }

    private void refuse(int port, long packet, Reason reason) {
        counters.end(port, reason, 1);
        refused.add(packet);
    }

    /** Sends all that was gathered. */
    void flush() {
        for (PortOutput output : all) {
            output.flush();
        }
        refused.flush();
    }

    @Override
    public void close() {
        refused.close();
        arena.close();
    }
}
