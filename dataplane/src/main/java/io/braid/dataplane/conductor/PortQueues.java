package io.braid.dataplane.conductor;

import java.util.Collections;
import java.util.List;

/**
 * Which workers have a port's queues.
 *
 * @param pollers for each receive queue, the worker that polls it
 * @param sendQueues for each worker, the transmit queue it has to itself, -1 for none; empty when no worker has one
 * @param sender the worker that sends for those without
 */
public record PortQueues(List<Integer> pollers, List<Integer> sendQueues, int sender) {
    public PortQueues {
        pollers = List.copyOf(pollers);
        sendQueues = List.copyOf(sendQueues);
    }

    /** A port with one queue each way, both one worker's. */
    public static PortQueues single(int worker) {
        return whole(worker, 1);
    }

    /** A port with so many queues each way, all one worker's. */
    static PortQueues whole(int worker, int queues) {
        return new PortQueues(Collections.nCopies(queues, worker), List.of(), worker);
    }

    /** How many transmit queues are in use: 1 when they are not the workers' own. */
    public int sendQueueCount() {
        return sendQueues.isEmpty() ? 1 : Collections.max(sendQueues) + 1;
    }
}
