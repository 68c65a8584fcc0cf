package io.braid.dataplane.graph;

import org.jspecify.annotations.Nullable;

/** A cap on what goes one way between a task and Braid: bits, packets, or both. One thread only; allocates nothing once made. */
public final class Cap {
    private final long bitsPerSecond;
    private final long packetsPerSecond;
    private final @Nullable RateBucket bits;
    private final @Nullable RateBucket packets;

    private Cap(long bitsPerSecond, long packetsPerSecond, long nowNanos) {
        this.bitsPerSecond = bitsPerSecond;
        this.packetsPerSecond = packetsPerSecond;
        this.bits = bitsPerSecond == 0 ? null : RateBucket.bits(bitsPerSecond, nowNanos);
        this.packets = packetsPerSecond == 0 ? null : RateBucket.packets(packetsPerSecond, nowNanos);
    }

    /**
     * The cap of such rates.
     *
     * @param before the one there was, which is kept, with what it has saved up, if it is of these rates
     * @param bitsPerSecond 0 for no cap
     * @param packetsPerSecond 0 for no cap
     * @param nowNanos current {@link System#nanoTime}
     */
    public static Cap of(@Nullable Cap before, long bitsPerSecond, long packetsPerSecond, long nowNanos) {
        return before != null && before.bitsPerSecond == bitsPerSecond && before.packetsPerSecond == packetsPerSecond
                ? before
                : new Cap(bitsPerSecond, packetsPerSecond, nowNanos);
    }

    /** Tells the time, before the packets that came by then. */
    public void refill(long nowNanos) {
        if (bits != null) {
            bits.refill(nowNanos);
        }
        if (packets != null) {
            packets.refill(nowNanos);
        }
    }

    /** Whether a frame of {@code bytes} may pass, which is then counted. */
    public boolean admits(int bytes) {
        long wanted = bytes * 8L;
        if ((bits != null && !bits.has(wanted)) || (packets != null && !packets.has(1))) {
            return false;
        }
        if (bits != null) {
            bits.take(wanted);
        }
        if (packets != null) {
            packets.take(1);
        }
        return true;
    }
}
