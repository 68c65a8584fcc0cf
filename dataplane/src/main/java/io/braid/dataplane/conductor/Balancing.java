package io.braid.dataplane.conductor;

import io.braid.flow.BucketTable;
import io.braid.flow.LoadMerge;
import io.braid.flow.PathLoad;
import io.braid.flow.Rebalancer;
import java.util.List;

/**
 * Keeps the workers informed of each other's load, and asks them to move a flow when the uplinks stay uneven. Part of the conductor's turn; its thread only.
 */
public final class Balancing {
    private final LoadMerge merge;
    private final Rebalancer rebalancer;
    private final boolean byLoad;
    private final boolean mayMove;
    private final double[] rates = new double[BucketTable.MAX_PATHS];

    /**
     * @param loads every worker's
     * @param rebalancer whose orders the workers read
     * @param byLoad whether flows are placed by load at all
     * @param mayMove whether flows may be moved when that was not enough
     */
    public Balancing(List<PathLoad> loads, Rebalancer rebalancer, boolean byLoad, boolean mayMove) {
        this.merge = new LoadMerge(loads);
        this.rebalancer = rebalancer;
        this.byLoad = byLoad;
        this.mayMove = mayMove;
    }

    /** One turn at {@code tick} milliseconds, with each path's weight. */
    void turn(int tick, int[] weights) {
        if (!byLoad) {
            return;
        }
        merge.run();
        if (mayMove) {
            merge.rates(rates);
            rebalancer.update(tick, rates, weights);
        }
    }
}
