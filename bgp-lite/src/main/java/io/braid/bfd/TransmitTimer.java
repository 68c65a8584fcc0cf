package io.braid.bfd;

import java.util.random.RandomGenerator;

/**
 * Says when the next periodic packet is due. Only the passing of time and a change of the interval move it: a received
 * packet never does, else one busy peer would silence the other.
 *
 * <p>Times are readings of one clock in nanoseconds with any origin.
 */
final class TransmitTimer {
    private final RandomGenerator random;
    private boolean running;
    private long intervalNanos;
    private int multiplier = 1;
    private long last;
    private long due;

    TransmitTimer(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Sets the interval, 0 to stop. A shorter one holds at once, counted from the last packet (RFC 5880 section 6.8.3:
     * "cannot wait longer than the new interval between the previous packet transmission and the next one"); a longer
     * one after the packet that is due next.
     */
    void setInterval(long nanos, int detectMultiplier, long now) {
        boolean shorter = nanos < intervalNanos;
        boolean start = nanos > 0 && !running;
        running = nanos > 0;
        intervalNanos = nanos;
        multiplier = detectMultiplier;
        if (start) {
            last = now;
            due = now;
        } else if (running && shorter) {
            long sooner = last + jittered();
            if (sooner - due < 0) {
                due = sooner - now < 0 ? now : sooner;
            }
        }
    }

    /** Returns whether a packet is due, and if so, sets the time of the next one. */
    boolean expire(long now) {
        if (!running || now - due < 0) {
            return false;
        }
        last = due;
        due += jittered();
        if (due - now <= 0) {
            // Held up for longer than an interval: go on from here, without sending what was missed.
            last = now;
            due = now + jittered();
        }
        return true;
    }

    /** Returns the time until a packet is due, 0 when it is, {@link Long#MAX_VALUE} when stopped. */
    long remaining(long now) {
        return running ? Math.max(0, due - now) : Long.MAX_VALUE;
    }

    long intervalNanos() {
        return intervalNanos;
    }

    /**
     * "The interval MUST be reduced by a random value of 0 to 25%"; with a multiplier of 1 it must lie between 75 and
     * 90%, so that one late packet is no alarm (RFC 5880 section 6.8.7).
     */
    private long jittered() {
        double most = multiplier == 1 ? 0.90 : 1.00;
        return (long) (intervalNanos * (0.75 + random.nextDouble() * (most - 0.75)));
    }
}
