package io.braid.bgp.session;

/**
 * How long a peer is left alone after a failure (DampPeerOscillations, RFC 4271 section 8.1.1): doubled with each failure
 * in a row, up to a limit. For one thread.
 */
final class IdleHold {
    private static final int MAX_DOUBLINGS = 30;

    private final long least;
    private final long most;
    private final Jitter jitter;
    private int failures;
    private boolean up;
    private long upSince;

    IdleHold(TimerConfig timers, Jitter jitter) {
        this.least = timers.idleHoldLeast().toNanos();
        this.most = timers.idleHoldMost().toNanos();
        this.jitter = jitter;
    }

    void established(long now) {
        up = true;
        upSince = now;
    }

    /** Returns the pause after a failure, in nanoseconds. */
    long failed(long now) {
        if (up && now - upSince >= most) {
            failures = 0;
        }
        up = false;
        long pause = Math.min(most, least << Math.min(failures, MAX_DOUBLINGS));
        // Nanoseconds of a day shifted by 30 overflow; what overflows is more than the limit.
        if (pause <= 0 || Long.numberOfLeadingZeros(least) <= Math.min(failures, MAX_DOUBLINGS) + 1) {
            pause = most;
        }
        failures = Math.min(failures + 1, MAX_DOUBLINGS);
        return jitter.apply(pause);
    }

    /** Returns the pause after an end that is no failure. */
    long ended() {
        up = false;
        return jitter.apply(least);
    }

    /** An operator's start or stop forgives. */
    void forgive() {
        failures = 0;
        up = false;
    }

    /** Takes over what another connection with the same peer has brought about. */
    void inherit(IdleHold other) {
        failures = Math.max(failures, other.failures);
    }

    int failures() {
        return failures;
    }
}
