package io.braid.dataplane.graph;

/**
 * A token bucket (RFC 2697 section 3, one rate, one color) that is exact: credit is kept in billionths of a token, so that no rate is rounded and no time is lost
 * between looks however often it is looked at. One thread only; allocates nothing.
 *
 * <p>It begins full.
 */
final class RateBucket {
    /** The most bits a second. */
    static final long MAX_BITS = 400_000_000_000L;
    /** The most packets a second. */
    static final long MAX_PACKETS = 1_000_000_000L;

    /** What a bucket saves up at most: a hundredth of a second's tokens, which is more than a TCP sender on a LAN has under way... */
    private static final int BURSTS_PER_SECOND = 100;
    /** ... or two of the largest packets there are, so that each can pass some time. */
    private static final long MIN_BURST_BITS = 2 * 65_536 * 8;

    private static final long MIN_BURST_PACKETS = 64;
    private static final long SCALE = 1_000_000_000L; // nanoseconds in a second

    private final long perSecond;
    /** In billionths, at most 4 * 10^18: twice that, as credit and what is added may come to, is a long. */
    private final long capacity;
    /** Nanoseconds after which it is full again. */
    private final long fillNanos;

    private long credit;
    private long lastNanos;

    private RateBucket(long perSecond, long burst, long nowNanos) {
        this.perSecond = perSecond;
        this.capacity = burst * SCALE;
        this.fillNanos = capacity / perSecond + 1;
        this.credit = capacity;
        this.lastNanos = nowNanos;
    }

    /**
     * A bucket of bits.
     *
     * @param perSecond 1 to {@link #MAX_BITS}
     * @param nowNanos current {@link System#nanoTime}
     */
    static RateBucket bits(long perSecond, long nowNanos) {
        return new RateBucket(perSecond, Math.max(MIN_BURST_BITS, perSecond / BURSTS_PER_SECOND), nowNanos);
    }

    /**
     * A bucket of packets.
     *
     * @param perSecond 1 to {@link #MAX_PACKETS}
     */
    static RateBucket packets(long perSecond, long nowNanos) {
        return new RateBucket(perSecond, Math.max(MIN_BURST_PACKETS, perSecond / BURSTS_PER_SECOND), nowNanos);
    }

    /** Adds what has come in since the last call. */
    void refill(long nowNanos) {
        long elapsed = nowNanos - lastNanos;
        if (elapsed <= 0) {
            return;
        }
        lastNanos = nowNanos;
        // Below fillNanos the product is at most the capacity and a little.
        credit = elapsed >= fillNanos ? capacity : Math.min(capacity, credit + elapsed * perSecond);
    }

    boolean has(long tokens) {
        return credit >= tokens * SCALE;
    }

    /** Takes what {@link #has} said is there. */
    void take(long tokens) {
        credit -= tokens * SCALE;
    }
}
