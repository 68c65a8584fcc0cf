package io.braid.numa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * How a worker spends its time: cycles, busy cycles, the longest cycle ever and of late, stalls, failures, and the cycle under way.
 *
 * <p>One thread writes, any thread reads at any time. Cells are written opaquely (no barrier, never torn), so a reader
 * sees each cell's recent value but not a consistent set of cells. They lie off-heap in 128 bytes of their own (two cache
 * lines, which prefetchers fetch in pairs), apart from what other threads write.
 *
 * <p>A cycle is one call of {@link Agent#doWork}; idling between cycles is not part of it.
 */
public final class DutyCycle {
    private static final VarHandle CELL = ValueLayout.JAVA_LONG.varHandle();
    private static final int STRIDE = 128;
    private static final long CYCLES = 0;
    private static final long BUSY = 8;
    private static final long LONGEST = 16;
    private static final long STALLS = 24;
    private static final long FAILURES = 32;
    private static final long WINDOW_BEGIN = 40;
    private static final long WINDOW_LONGEST = 48;
    private static final long PREVIOUS_LONGEST = 56;
    private static final long BEGIN = 64;
    private static final long RESTS = 72;

    /** Two windows of this length are kept, the current one and the one before. */
    private static final long WINDOW_NANOS = 30_000_000_000L;

    /** Freed with this object: readers may outlive the worker. */
    private final MemorySegment cells = Arena.ofAuto().allocate(STRIDE, STRIDE);

    private final long stallNanos;

    /** @param stallNanos a cycle longer than this many nanoseconds is a stall */
    DutyCycle(long stallNanos) {
        this.stallNanos = stallNanos;
        CELL.setOpaque(cells, WINDOW_BEGIN, System.nanoTime());
    }

    /** Notes that a cycle begins at this {@link System#nanoTime}; the worker's thread only. */
    void begin(long now) {
        CELL.setOpaque(cells, BEGIN, now | 1); // 0 is for none
    }

    /** Notes that no cycle is under way: the thread idles, sleeps or has ended. The worker's thread only. */
    void pause() {
        CELL.setOpaque(cells, BEGIN, 0L);
    }

    /**
     * Records a cycle; the worker's thread only.
     *
     * @param now when it ended
     * @param nanos how long it took
     */
    void record(int workCount, long now, long nanos) {
        add(CYCLES);
        if (workCount > 0) {
            add(BUSY);
        }
        if (now - get(WINDOW_BEGIN) > WINDOW_NANOS) {
            turnWindow(now);
        }
        if (nanos > get(WINDOW_LONGEST)) {
            CELL.setOpaque(cells, WINDOW_LONGEST, nanos);
            if (nanos > get(LONGEST)) {
                CELL.setOpaque(cells, LONGEST, nanos);
            }
        }
        if (nanos > stallNanos) {
            add(STALLS);
        }
    }

    private void turnWindow(long now) {
        boolean gap = now - get(WINDOW_BEGIN) > 2 * WINDOW_NANOS;
        CELL.setOpaque(cells, PREVIOUS_LONGEST, gap ? 0 : get(WINDOW_LONGEST));
        CELL.setOpaque(cells, WINDOW_LONGEST, 0L);
        CELL.setOpaque(cells, WINDOW_BEGIN, now);
    }

    /** Records a rest that a real-time worker took for the sake of others; the worker's thread only. */
    void recordRest() {
        add(RESTS);
    }

    /** Records a cycle that threw; the worker's thread only. */
    void recordFailure() {
        add(FAILURES);
    }

    private void add(long cell) {
        CELL.setOpaque(cells, cell, get(cell) + 1);
    }

    private long get(long cell) {
        return (long) CELL.getOpaque(cells, cell);
    }

    /** Returns the number of cycles, without those that failed. */
    public long cycles() {
        return get(CYCLES);
    }

    /** Returns the number of cycles that did something. */
    public long busyCycles() {
        return get(BUSY);
    }

    /** Returns the longest cycle in nanoseconds, including what the scheduler or the GC took from it. */
    public long longestCycleNanos() {
        return get(LONGEST);
    }

    /**
     * Returns the longest cycle of the last 30 to 60 seconds in nanoseconds, or how long the one under way has taken if that is longer.
     *
     * @param now {@link System#nanoTime}
     */
    public long recentLongestCycleNanos(long now) {
        long age = now - get(WINDOW_BEGIN);
        long longest = age > 2 * WINDOW_NANOS ? 0 : get(WINDOW_LONGEST);
        if (age <= WINDOW_NANOS) {
            longest = Math.max(longest, get(PREVIOUS_LONGEST));
        }
        return Math.max(longest, underWayNanos(now));
    }

    /**
     * Returns for how many nanoseconds the cycle under way has lasted, 0 when the worker idles, sleeps, is not started or has ended.
     *
     * @param now {@link System#nanoTime}
     */
    public long underWayNanos(long now) {
        long begin = get(BEGIN);
        return begin == 0 ? 0 : Math.max(0, now - begin);
    }

    /** Returns what tells the cycle under way from others, 0 for none. */
    long underWay() {
        return get(BEGIN);
    }

    /** Returns how often a real-time worker has rested for the sake of other threads on its CPU. */
    public long rests() {
        return get(RESTS);
    }

    /** Returns the number of cycles longer than {@link #stallThresholdNanos()}. */
    public long stalls() {
        return get(STALLS);
    }

    /** Returns the length in nanoseconds above which a cycle is a stall. */
    public long stallThresholdNanos() {
        return stallNanos;
    }

    /** Returns the number of cycles that ended with an exception. */
    public long failures() {
        return get(FAILURES);
    }
}
