package io.braid.numa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * How a worker spends its time: cycles, busy cycles, the longest cycle, stalls and failures.
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

    /** Freed with this object: readers may outlive the worker. */
    private final MemorySegment cells = Arena.ofAuto().allocate(STRIDE, STRIDE);

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
        if (nanos > get(LONGEST)) {
            CELL.setOpaque(cells, LONGEST, nanos);
        }
        if (nanos > stallNanos) {
            add(STALLS);
        }
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
