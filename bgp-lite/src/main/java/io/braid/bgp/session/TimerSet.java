package io.braid.bgp.session;

/**
 * The timers of one session as data: when each is due by the caller's clock. Nothing runs by itself.
 *
 * <p>Times are of {@link System#nanoTime} or any other clock that counts nanoseconds, from any origin. For one thread.
 */
final class TimerSet {
    /** What {@link #nanosToNext} says when no timer runs. */
    static final long NEVER = Long.MAX_VALUE;

    private static final SessionTimer[] ALL = SessionTimer.values();

    private final long[] dueAt = new long[ALL.length];
    private final boolean[] running = new boolean[ALL.length];

    /** Starts a timer, or starts it anew. */
    void start(SessionTimer timer, long now, long delayNanos) {
        dueAt[timer.ordinal()] = now + delayNanos;
        running[timer.ordinal()] = true;
    }

    void stop(SessionTimer timer) {
        running[timer.ordinal()] = false;
    }

    void stopAll() {
        for (SessionTimer timer : ALL) {
            stop(timer);
        }
    }

    boolean isRunning(SessionTimer timer) {
        return running[timer.ordinal()];
    }

    /** How long until the first is due: 0 when it is overdue, {@link #NEVER} when none runs. */
    long nanosToNext(long now) {
        long least = NEVER;
        for (SessionTimer timer : ALL) {
            if (isRunning(timer)) {
                least = Math.min(least, Math.max(0, nanosTo(timer, now)));
            }
        }
        return least;
    }

    /** How long until a running timer is due; negative when it is overdue. */
    long nanosTo(SessionTimer timer, long now) {
        return dueAt[timer.ordinal()] - now;
    }

    /** Stops a timer that is due and says so; of several the caller asks one by one. */
    boolean take(SessionTimer timer, long now) {
        boolean due = isRunning(timer) && nanosTo(timer, now) <= 0;
        if (due) {
            stop(timer);
        }
        return due;
    }
}
