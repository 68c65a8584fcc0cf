package io.braid.dataplane.conductor;

import io.braid.flow.BucketTable;
import io.braid.flow.LoadMerge;
import io.braid.flow.PathLoad;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import java.util.List;

/**
 * Keeps the workers informed of each other's load, and asks those of a NUMA node to move a flow when the uplinks that the node uses stay uneven. Part of the
 * conductor's turn; its thread only.
 */
public final class Balancing {
    private final LoadMerge merge;
    private final List<Rebalancer> rebalancers;
    private boolean byLoad;
    private boolean mayMove;
    private final double[] rates = new double[BucketTable.MAX_PATHS];

    /**
     * @param loads every worker's
     * @param rebalancers one for each node that has workers; their orders the node's workers read
     * @param byLoad whether flows are placed by load at all
     * @param mayMove whether flows may be moved when that was not enough
     */
    public Balancing(List<PathLoad> loads, List<Rebalancer> rebalancers, boolean byLoad, boolean mayMove) {
        this.merge = new LoadMerge(loads);
        this.rebalancers = List.copyOf(rebalancers);
        this.byLoad = byLoad;
        this.mayMove = mayMove;
    }

    /** Goes by other rules from now on; see the constructor. */
    void tune(boolean placeByLoad, boolean move, int gapMillis) {
        byLoad = placeByLoad;
        mayMove = move;
        RebalancerSettings settings = RebalancerSettings.DEFAULT.withGapMillis(gapMillis);
        rebalancers.forEach(rebalancer -> rebalancer.settings(settings));
    }

    /**
     * One turn at {@code tick} milliseconds.
     *
     * @param weights each path's
     * @param preference which of them each node prefers
     */
    void turn(int tick, int[] weights, EgressPreference preference) {
        merge.rates(rates);
        if (!byLoad) {
            return;
        }
        merge.run();
        for (int node = 0; mayMove && node < rebalancers.size(); node++) {
            rebalancers.get(node).update(tick, rates, among(weights, preference.mask(node)));
        }
    }

    /** The weights of the paths of a mask, if that has any. */
    private static int[] among(int[] weights, int mask) {
        int[] among = weights.clone();
        boolean any = false;
        for (int path = 0; path < among.length; path++) {
            boolean in = (mask >>> path & 1) != 0;
            any |= in && weights[path] > 0;
            among[path] = in ? weights[path] : 0;
        }
        return any ? among : weights;
    }

    /** What each path carries, in bytes per second, as of the last turn. */
    double[] bytesPerSecond() {
        return rates;
    }
}
