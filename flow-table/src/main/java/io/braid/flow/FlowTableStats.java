package io.braid.flow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What happened in a {@link FlowTable}, counted by its worker and read by any thread. */
public final class FlowTableStats {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int SIZE = 0;
    private static final int INSERTED = 1;
    private static final int EXPIRED = 2;
    private static final int DISPLACED = 3;
    private static final int MOVED = 4;
    private static final int FULL = 5;

    /** The cells' line is this worker's alone: as much room on both sides. */
    private static final int PADDING = 16;

    private final long[] cells = new long[PADDING + FULL + 1 + PADDING];

    FlowTableStats() {}

    void addInserted(int size) {
        set(SIZE, size);
        increment(INSERTED);
    }

    void addExpired(int size) {
        set(SIZE, size);
        increment(EXPIRED);
    }

    void addDisplaced() {
        increment(DISPLACED);
    }

    void addMoved() {
        increment(MOVED);
    }

    void addFull() {
        increment(FULL);
    }

    /** Flows in the table. */
    public long size() {
        return get(SIZE);
    }

    /** Flows ever pinned. */
    public long inserted() {
        return get(INSERTED);
    }

    /** Flows whose time was over. */
    public long expired() {
        return get(EXPIRED);
    }

    /** Flows not yet, or no longer, established whose slot was given to another. */
    public long displaced() {
        return get(DISPLACED);
    }

    /** Entries moved to their other line to make room; the flows did not notice. */
    public long moved() {
        return get(MOVED);
    }

    /** Flows that found no room and went by the stateless hash; one that keeps sending counts with each packet. */
    public long full() {
        return get(FULL);
    }

    private long get(int cell) {
        return (long) CELL.getOpaque(cells, PADDING + cell);
    }

    private void set(int cell, long value) {
        CELL.setOpaque(cells, PADDING + cell, value);
    }

    private void increment(int cell) {
        // One writer, so no atomic addition.
        set(cell, cells[PADDING + cell] + 1);
    }
}
