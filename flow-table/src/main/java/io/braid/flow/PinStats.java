package io.braid.flow;

/** Why pins were given or changed their path, counted by the worker and read by any thread. */
public final class PinStats {
    private static final int LOST = 0;
    private static final int FLOWLET = 1;
    private static final int REBALANCED = 2;
    private static final int INHERITED = 3;

    private final StatCells cells = new StatCells(INHERITED + 1);

    PinStats() {}

    void addLost() {
        cells.increment(LOST);
    }

    void addFlowlet() {
        cells.increment(FLOWLET);
    }

    void addRebalanced() {
        cells.increment(REBALANCED);
    }

    void addInherited() {
        cells.increment(INHERITED);
    }

    /** Flows whose path was lost and that were placed anew. */
    public long lost() {
        return cells.get(LOST);
    }

    /** Pauses after which a flow changed to a less loaded path, under the policy of that name. */
    public long flowlet() {
        return cells.get(FLOWLET);
    }

    /** Flows moved because the rebalancer asked. */
    public long rebalanced() {
        return cells.get(REBALANCED);
    }

    /** Flows that kept the path they had before a restart, or on another worker. */
    public long inherited() {
        return cells.get(INHERITED);
    }
}
