package io.braid.dataplane.graph;

/** Limits how often something is done: {@code rate} times a second, with bursts of up to {@code burst} (RFC 4443 section 2.4 f). One thread only. */
final class TokenBucket {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long nanosPerToken;
    private final long capacityNanos;
    private long creditNanos;
    private long lastNanos;

    /**
     * @param rate tokens a second, 1 to 10^6
     * @param burst most tokens saved up
     * @param nowNanos current {@link System#nanoTime}
     */
    TokenBucket(int rate, int burst, long nowNanos) {
        this.nanosPerToken = NANOS_PER_SECOND / rate;
        this.capacityNanos = nanosPerToken * burst;
        this.creditNanos = capacityNanos;
        this.lastNanos = nowNanos;
    }

    /** Takes a token if there is one. */
    boolean take(long nowNanos) {
        creditNanos = Math.min(capacityNanos, creditNanos + Math.max(0, nowNanos - lastNanos));
        lastNanos = nowNanos;
        if (creditNanos < nanosPerToken) {
            return false;
        }
        creditNanos -= nanosPerToken;
        return true;
    }
}
