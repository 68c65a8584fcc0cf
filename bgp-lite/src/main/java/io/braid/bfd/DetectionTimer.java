package io.braid.bfd;

/**
 * Says when the peer has been silent for too long. Received packets and changes of the detection time move it, and
 * nothing else.
 *
 * <p>Times are readings of one clock in nanoseconds with any origin.
 */
final class DetectionTimer {
    private boolean running;
    private long received;
    private long timeNanos;

    /** Sets the detection time, counted from the last packet. */
    void setTime(long nanos) {
        timeNanos = nanos;
    }

    /** Notes a valid packet and starts the timer. */
    void received(long now) {
        running = true;
        received = now;
    }

    void stop() {
        running = false;
    }

    /** Returns whether the peer was silent for the detection time; if so, the timer stops. */
    boolean expire(long now) {
        if (!running || now - received < timeNanos) {
            return false;
        }
        running = false;
        return true;
    }

    /** Returns the time until the peer counts as gone, 0 when it does, {@link Long#MAX_VALUE} when stopped. */
    long remaining(long now) {
        return running ? Math.max(0, timeNanos - (now - received)) : Long.MAX_VALUE;
    }

    /** Returns the time since the last packet; 0 before the first one. */
    long silence(long now) {
        return timeNanos == 0 ? 0 : now - received;
    }

    long timeNanos() {
        return timeNanos;
    }
}
