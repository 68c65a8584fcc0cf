package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;

/** Where a worker puts packets that are to leave by a port: a transmit queue of its own, or the ring to the worker that owns it. */
public interface PacketSink {
    /** Takes over {@code packet}, to be sent by {@code port}; counts it as sent or ended sooner or later. */
    void send(int port, long packet);

    /** The same for network control, which goes before other packets that wait for the port. */
    default void sendUrgent(int port, long packet) {
        send(port, packet);
    }

    /**
     * Takes over several packets for one port, in their order.
     *
     * @param packets address of {@code count} packet addresses, which may be overwritten
     */
    default void sendAll(int port, long packets, int count) {
        for (int i = 0; i < count; i++) {
            send(port, Memory.getLong(packets + (long) i * Long.BYTES));
        }
    }
}
