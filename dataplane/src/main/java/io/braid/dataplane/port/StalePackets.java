package io.braid.dataplane.port;

import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.RxQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * What came in by a port before it was this dataplane's turn: another one has handled it. The kernel would get its packets a second time, and those for tasks,
 * which are attached later, would count as dropped.
 */
final class StalePackets {
    private static final int BURST = 64;

    /** Most that are thrown away of a queue, which is more than any queue holds: what comes in meanwhile may never end. */
    private static final int MOST = 1 << 16;

    private StalePackets() {}

    /**
     * Empties the queues of a started port that no worker knows yet, and has its counters begin anew.
     *
     * @return how many packets were thrown away
     */
    static long discard(Port port, int queues) {
        long discarded = 0;
        try (Arena arena = Arena.ofConfined()) {
            long packets = arena.allocate(ValueLayout.JAVA_LONG, BURST).address();
            for (int queue = 0; queue < queues; queue++) {
                discarded += discard(port.rxQueue(queue), packets);
            }
        }
        port.resetStatistics();
        return discarded;
    }

    private static long discard(RxQueue queue, long packets) {
        long discarded = 0;
        int received;
        do {
            received = queue.receive(packets, BURST);
            PacketPool.free(packets, received);
            discarded += received;
        } while (received == BURST && discarded < MOST);
        return discarded;
    }
}
