package io.braid.dataplane.graph;

/**
 * Bounds what a task sends to everybody or asks of Braid itself: broadcasts, multicasts, ARP and neighbor discovery. A kernel sends a few a second; each may make an
 * answer. One thread only.
 */
final class GroupLimit {
    private static final int PER_SECOND = 1000;
    private static final int BURST = 250;

    /** By port, so that one task's do not use up another's. */
    private final TokenBucket[] limits;

    private long nowNanos;

    /**
     * @param ports most ports there can be
     * @param nowNanos current {@link System#nanoTime}
     */
    GroupLimit(int ports, long nowNanos) {
        this.limits = new TokenBucket[ports];
        for (int port = 0; port < ports; port++) {
            limits[port] = new TokenBucket(PER_SECOND, BURST, nowNanos);
        }
        this.nowNanos = nowNanos;
    }

    void setTime(long nanos) {
        nowNanos = nanos;
    }

    /** Whether another one may come in by a port. */
    boolean admits(int port) {
        return limits[port].take(nowNanos);
    }
}
