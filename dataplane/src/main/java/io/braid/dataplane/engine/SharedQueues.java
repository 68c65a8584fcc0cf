package io.braid.dataplane.engine;

import io.braid.dpdk.TxQueue;
import java.util.List;

/**
 * The transmit queues by which a port's sender sends its own packets and those of workers without a queue.
 *
 * @param queues 1 to {@link #MOST}; flows are spread over them
 * @param enabled a bit for each that packets may go to
 */
public record SharedQueues(List<TxQueue> queues, long enabled) {
    /** The most that a port can have. */
    public static final int MOST = 16;

    public SharedQueues {
        queues = List.copyOf(queues);
        if (queues.isEmpty() || queues.size() > MOST) {
            throw new IllegalArgumentException("a port's sender has 1 to " + MOST + " queues, not " + queues.size());
        }
    }

    /** A single queue, which is enabled. */
    public static SharedQueues of(TxQueue queue) {
        return new SharedQueues(List.of(queue), -1L);
    }

    /** Whether there is one queue only, and packets may go to it. */
    boolean isPlain() {
        return queues.size() == 1 && (enabled & 1) != 0;
    }
}
