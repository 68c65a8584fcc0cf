package io.braid.flow;

/** What happened in a {@link FlowTable}, counted by its worker and read by any thread. */
public final class FlowTableStats {
    private static final int SIZE = 0;
    private static final int INSERTED = 1;
    private static final int EXPIRED = 2;
    private static final int DISPLACED = 3;
    private static final int MOVED = 4;
    private static final int FULL = 5;

    private final StatCells cells = new StatCells(FULL + 1);

    FlowTableStats() {}

    void addInserted(int size) {
        cells.set(SIZE, size);
        cells.increment(INSERTED);
    }

    void addExpired(int size) {
        cells.set(SIZE, size);
        cells.increment(EXPIRED);
    }

    void addDisplaced() {
        cells.increment(DISPLACED);
    }

    void addMoved() {
        cells.increment(MOVED);
    }

    void addFull() {
        cells.increment(FULL);
    }

    /** Flows in the table. */
    public long size() {
        return cells.get(SIZE);
    }

    /** Flows ever pinned. */
    public long inserted() {
        return cells.get(INSERTED);
    }

    /** Flows whose time was over. */
    public long expired() {
        return cells.get(EXPIRED);
    }

    /** Flows not yet, or no longer, established whose slot was given to another. */
    public long displaced() {
        return cells.get(DISPLACED);
    }

    /** Entries moved to their other line to make room; the flows did not notice. */
    public long moved() {
        return cells.get(MOVED);
    }

    /** Flows that found no room and went by the stateless hash; one that keeps sending counts with each packet. */
    public long full() {
        return cells.get(FULL);
    }
}
