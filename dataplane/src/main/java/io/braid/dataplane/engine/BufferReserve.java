package io.braid.dataplane.engine;

import io.braid.dpdk.PacketPool;

/**
 * Tells when so few packet buffers are left that none may go to tasks' packets any more: what tasks send then waits in their own queues, and the uplinks go on receiving. So however many
 * buffers a task's packets are held in, in rings between workers or in a slow port's queue, they are never all.
 *
 * <p>Counting them costs a look at every core's cache, so it is done now and then; in between a worker takes less than the reserve at any rate it can reach. The worker's thread
 * only.
 */
final class BufferReserve {
    private static final long INTERVAL_NANOS = 250_000;
    /** Half of what a pool has beyond the needs of all queues. */
    private static final int MOST = 512;

    private static final int PART = 16;

    private final PacketPool pool;
    private final int reserve;
    private long lookedNanos;
    private boolean touched;

    /** @param nowNanos current {@link System#nanoTime} */
    BufferReserve(PacketPool pool, long nowNanos) {
        this.pool = pool;
        this.reserve = Math.min(MOST, pool.size() / PART);
        this.lookedNanos = nowNanos - INTERVAL_NANOS;
    }

    /** Whether the last look found less than the reserve. */
    boolean isTouched(long nowNanos) {
        if (nowNanos - lookedNanos >= INTERVAL_NANOS) {
            lookedNanos = nowNanos;
            touched = pool.available() < reserve;
        }
        return touched;
    }
}
