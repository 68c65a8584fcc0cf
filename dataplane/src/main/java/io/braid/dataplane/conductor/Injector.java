package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.Reason;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.numa.HandoffRing;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/** Sends packets that the conductor makes, through the worker that owns the port. The conductor's thread only. */
final class Injector implements AutoCloseable {
    private final PacketPool pool;
    private final Counters counters;
    private final Arena arena = Arena.ofShared();
    private final long scratch = arena.allocate(ValueLayout.JAVA_LONG).address();

    /** Counts into {@code counters}, which no worker writes. */
    Injector(PacketPool pool, Counters counters) {
        this.pool = pool;
        this.counters = counters;
    }

    /** Sends {@code frame}, which asks for a neighbor or answers one, out of {@code port} before what else waits there; what cannot be sent is counted, and whoever needed it asks again in time. */
    void send(int port, byte[] frame, HandoffRing owner) {
        counters.add(port, Counters.GENERATED, 1);
        long packet = pool.allocate(scratch);
        if (packet == 0) {
            counters.end(port, Reason.NO_BUFFER, 1);
            return;
        }
        Packet.setBytes(packet, frame);
        if (!owner.offer(packet, ForwardingWorker.URGENT | port)) {
            Memory.putLong(scratch, packet);
            PacketPool.free(scratch, 1);
            counters.end(port, Reason.HANDOFF_RING_FULL, 1);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
