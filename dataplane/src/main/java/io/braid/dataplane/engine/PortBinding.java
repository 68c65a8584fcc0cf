package io.braid.dataplane.engine;

import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running port's queues and the workers that poll and fill them. Void once the port is stopped.
 *
 * @param port DPDK port number
 * @param inputs its receive queues
 * @param sends by worker, the transmit queue it has to itself; null for a worker that hands packets to the sender
 * @param sender the worker that sends for those without a queue of their own, over {@link #shared}
 * @param shared the sender's queues
 * @param senderPassage how the sender came to its role; null when it had it from the start
 */
public record PortBinding(
        int port,
        List<Input> inputs,
        List<@Nullable TxQueue> sends,
        int sender,
        SharedQueues shared,
        @Nullable QueueHandover senderPassage) {
    public PortBinding {
        inputs = List.copyOf(inputs);
        sends = new ArrayList<>(sends); // may hold null
    }

    /**
     * A receive queue.
     *
     * @param queue its number
     * @param rx what is polled
     * @param worker that polls it
     * @param passage how the worker came to it; null when it had it from the start
     */
    public record Input(
            int queue, RxQueue rx, int worker, @Nullable QueueHandover passage) {}
}
