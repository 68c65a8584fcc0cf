package io.braid.numa;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How a worker spends its time: cycles, busy cycles, the longest cycle, stalls and failures.
 *
 * <p>One thread writes, any thread reads at any time. Cells are written opaquely (no barrier, never torn), so a reader
 * sees each cell's recent value but not a consistent set of cells. They lie 128 bytes into their array, apart from what
 * other threads write.
 *
 * <p>A cycle is one call of {@link Agent#doWork}; idling between cycles is not part of it.
 */
public final class DutyCycle {
    private static final int CYCLES = 16; // 16 longs = 128 bytes: two cache lines, which prefetchers fetch in pairs
    private static final int BUSY = 17;
    private static final int LONGEST = 18;
    private static final int STALLS = 19;
    private static final int FAILURES = 20;

    private final AtomicLongArray cells = new AtomicLongArray(48);
    private final long stallNanos;

    /** @param stallNanos a cycle longer than this many nanoseconds is a stall */
    DutyCycle(long stallNanos) {
        this.stallNanos = stallNanos;
    }

    /** Records a cycle; the worker's thread only. */
    void record(int workCount, long nanos) {
        add(CYCLES);
        if (workCount > 0) {
            add(BUSY);
        }
        if (nanos > cells.getPlain(LONGEST)) {
            cells.setOpaque(LONGEST, nanos);
        }
        if (nanos > stallNanos) {
            add(STALLS);
        }
    }

    /** Records a cycle that threw; the worker's thread only. */
    void recordFailure() {
        add(FAILURES);
    }

    private void add(int cell) {
        cells.setOpaque(cell, cells.getPlain(cell) + 1);
    }

    /** Returns the number of cycles, without those that failed. */
    public long cycles() {
        return cells.getOpaque(CYCLES);
    }

    /** Returns the number of cycles that did something. */
    public long busyCycles() {
        return cells.getOpaque(BUSY);
    }

    /** Returns the longest cycle in nanoseconds, including what the scheduler or the GC took from it. */
    public long longestCycleNanos() {
        return cells.getOpaque(LONGEST);
    }

    /** Returns the number of cycles longer than {@link #stallThresholdNanos()}. */
    public long stalls() {
        return cells.getOpaque(STALLS);
    }

    /** Returns the length in nanoseconds above which a cycle is a stall. */
    public long stallThresholdNanos() {
        return stallNanos;
    }

    /** Returns the number of cycles that ended with an exception. */
    public long failures() {
        return cells.getOpaque(FAILURES);
    }
}
