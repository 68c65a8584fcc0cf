package io.braid.dataplane.engine;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;

/**
 * Packets received by each queue of each port, so that load can be told by queue. Written by the worker that polls the queue, read by any thread.
 *
 * <p>Off-heap, 64 bytes for each queue. A queue that passes to another worker goes on counting where it was: the passage orders the two workers' writes.
 */
public final class QueueCounters implements AutoCloseable {
    /** Most queues of a port. */
    public static final int MAX_QUEUES = 64;

    private static final long STRIDE = 64;

    private final Arena arena = Arena.ofShared();
    private final long base;

    /** All zero, for ports 0 to {@code ports} - 1. */
    public QueueCounters(int ports) {
        this.base = arena.allocate((long) ports * MAX_QUEUES * STRIDE, STRIDE).address();
    }

    void add(int port, int queue, int packets) {
        long at = at(port, queue);
        Memory.putLongOpaque(at, Memory.getLong(at) + packets);
    }

    /** Packets since the start. */
    public long packets(int port, int queue) {
        return Memory.getLongOpaque(at(port, queue));
    }

    private long at(int port, int queue) {
        return base + ((long) port * MAX_QUEUES + queue) * STRIDE;
    }

    @Override
    public void close() {
        arena.close();
    }
}
