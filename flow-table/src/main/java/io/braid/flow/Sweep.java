package io.braid.flow;

/** Decides which lines of a {@link FlowTable} are looked through for expired flows next: all within a fraction of the shortest time-out, if that is not too many, and few at a time. */
final class Sweep {
    /** Most lines for one call; two entries each. Sequential lines, which the CPU fetches ahead. */
    static final int MAX_LINES = 64;

    /** A worker spends no more than this on it, less than a hundredth of its time. */
    private static final int MAX_LINES_PER_MILLI = 4_000;

    private static final int MAX_ROUND_MILLIS = 15_000;

    private final long lines;
    private int roundMillis;
    private int last;
    private long owed;
    private long position;

    Sweep(long lines, FlowTimeouts timeouts, int now) {
        this.lines = lines;
        timeouts(timeouts);
        this.last = now;
    }

    /** Other times from now on. */
    void timeouts(FlowTimeouts timeouts) {
        int shortest = Math.min(timeouts.idleMillis(), Math.min(timeouts.openingMillis(), timeouts.lingerMillis()));
        // Flows outlive their time-out by a quarter of it, or more in a large table, as far as the count is concerned:
        // insertions know better.
        long affordable = Math.min(lines / MAX_LINES_PER_MILLI, MAX_ROUND_MILLIS);
        this.roundMillis = (int) Math.max(Math.max(shortest / 4, 1), affordable);
        owed = Math.min(owed, lines * roundMillis);
    }

    /** How many lines to visit now; the caller takes as many from {@link #next}. */
    int due(int now) {
        int elapsed = now - last;
        if (elapsed != 0) {
            last = now;
            // A clock that went backwards, or stood still for long, asks for no more than one round.
            owed += Math.clamp(elapsed, 0, roundMillis) * lines;
            owed = Math.min(owed, lines * roundMillis);
        }
        int due = (int) Math.min(owed / roundMillis, MAX_LINES);
        owed -= (long) due * roundMillis;
        return due;
    }

    long next() {
        long line = position;
        position = line + 1 == lines ? 0 : line + 1;
        return line;
    }
}
