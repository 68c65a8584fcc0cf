package io.braid.flow;

/**
 * Answers a {@link Repath} order on a worker: takes a flow that fits, unless it was moved lately.
 *
 * <p>The flows moved last are remembered by their hash, in a ring long enough for all the moves a cool-down has room for (see
 * {@link RebalancerSettings}). So no flow is moved twice within the cool-down, and none is moved back, without a field in the
 * pin. The ring is searched only for a flow that fits the order otherwise.
 *
 * <p>The owning worker only; allocates nothing, throws nothing.
 */
public final class FlowMover {
    /** How many moves are remembered. */
    static final int REMEMBERED = 256;

    private final long[] hashes = new long[REMEMBERED];
    private final int[] ticks = new int[REMEMBERED];
    /** Moves so far; only the last {@value #REMEMBERED} are in the ring. */
    private int moves;

    /**
     * Whether the flow must go to {@link Repath#to()} from this packet on. If so the order is used up, and the caller pins the
     * flow there and reports it with {@link PathLoad#moved}.
     *
     * @param order the rebalancer's, as read for this burst
     * @param group the paths usable for the flow's address family
     * @param hash the flow's
     * @param path the flow's path
     * @param recent the flow's count before this packet, see {@link FlowTable#recent}
     * @param idleMillis since its packet before
     */
    public boolean takes(Repath order, BucketTable group, long hash, int path, int recent, int idleMillis, int now) {
        if (!order.matches(path, recent, idleMillis, now)
                || group.weightOf(order.to()) == 0
                || movedLately(hash, now, order.coolDownMillis())
                || !order.claim(recent, now)) {
            return false;
        }
        int slot = moves & (REMEMBERED - 1);
        hashes[slot] = hash;
        ticks[slot] = now;
        moves = moves == Integer.MAX_VALUE ? REMEMBERED : moves + 1;
        return true;
    }

    /** A move that lies ahead (the clock went backwards) was lately. */
    private boolean movedLately(long hash, int now, int coolDownMillis) {
        for (int slot = 0; slot < Math.min(moves, REMEMBERED); slot++) {
            if (hashes[slot] == hash && now - ticks[slot] < coolDownMillis) {
                return true;
            }
        }
        return false;
    }
}
