package io.braid.flow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counters that one worker writes and any thread reads: never torn, seen soon, and on cache lines that no other worker writes. */
final class StatCells {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    /** Two cache lines before and behind: CPUs fetch lines in pairs. */
    private static final int PADDING = 16;

    private final long[] cells;

    StatCells(int count) {
        cells = new long[PADDING + count + PADDING];
    }

    long get(int cell) {
        return (long) CELL.getOpaque(cells, PADDING + cell);
    }

    void set(int cell, long value) {
        CELL.setOpaque(cells, PADDING + cell, value);
    }

    /** One writer, so no atomic addition. */
    void increment(int cell) {
        set(cell, cells[PADDING + cell] + 1);
    }
}
