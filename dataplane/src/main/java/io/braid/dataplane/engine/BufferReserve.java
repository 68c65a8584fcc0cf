package io.braid.dataplane.engine;

import io.braid.dpdk.PacketPool;

/**
 * Says how many packets a worker may take from tasks in a turn: when few buffers are left, hardly any. What tasks send then waits in their own queues, and the uplinks go on
 * receiving. So however many buffers tasks' packets are held in, in rings between workers or in a slow port's queue, they are never all.
 *
 * <p>Counting buffers costs a look at every core's cache, so it is done now and then; in between a worker takes less than the reserve at any rate it can reach. A burst at each look goes
 * on even so: what a task's queue holds may be the very buffers that are short. The worker's thread only.
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

    /** How many packets of tasks may be taken in this turn, one burst more or less. */
    int allows(long nowNanos) {
        if (nowNanos - lookedNanos >= INTERVAL_NANOS) {
            lookedNanos = nowNanos;
            touched = pool.available() < reserve;
            return touched ? 1 : TaskTurns.TURN_PACKETS;
        }
        return touched ? 0 : TaskTurns.TURN_PACKETS;
    }
}
