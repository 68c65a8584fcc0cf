package io.braid.dataplane.conductor;

/** Sends a whole frame out of a port. */
interface FrameSender {
    void send(int port, byte[] frame);
}
