package io.braid.dataplane.graph;

/** Where a worker puts packets that are to leave by a port: a transmit queue of its own, or the ring to the worker that owns it. */
public interface PacketSink {
    /** Takes over {@code packet}, to be sent by {@code port}; counts it as sent or ended sooner or later. */
    void send(int port, long packet);
}
