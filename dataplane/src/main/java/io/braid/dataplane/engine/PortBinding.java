package io.braid.dataplane.engine;

import io.braid.dpdk.Port;
import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;

/**
 * A running port's queues and the one worker that polls and fills them. Void once the port is stopped.
 *
 * @param port DPDK port number
 * @param owner index of the worker
 * @param rx its receive queue
 * @param tx its transmit queue
 */
public record PortBinding(int port, int owner, RxQueue rx, TxQueue tx) {

    /** Binds queue 0 of a started port to a worker. */
    public static PortBinding of(Port port, int owner) {
        return new PortBinding(port.id(), owner, port.rxQueue(0), port.txQueue(0));
    }
}
