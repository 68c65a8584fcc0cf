package io.braid.perf.flow;

import io.braid.flow.PlacementPolicy;
import java.util.Collections;
import java.util.List;

/**
 * What a host under simulation is like.
 *
 * @param workers flows come to them at random
 * @param arrivalMillis flows start evenly over so long; 0 for all at once
 * @param rebalances whether elephants are moved
 * @param weights one per path
 */
public record Scenario(
        PlacementPolicy policy, int workers, int arrivalMillis, boolean rebalances, List<Integer> weights) {
    private static final int PATHS = 4;
    private static final int WEIGHT = 100;

    /** Takes a copy of the weights. */
    public Scenario {
        weights = List.copyOf(weights);
    }

    /** Four equal paths, no rebalancer. */
    public static Scenario fourPaths(PlacementPolicy policy, int workers, int arrivalMillis) {
        return new Scenario(policy, workers, arrivalMillis, false, Collections.nCopies(PATHS, WEIGHT));
    }

    /** The same with a rebalancer. */
    public Scenario rebalanced() {
        return new Scenario(policy, workers, arrivalMillis, true, weights);
    }

    int[] pathWeights() {
        return weights.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public String toString() {
        return policy + (rebalances ? " and rebalancer" : "") + ", " + workers + " workers, arriving within "
                + arrivalMillis + " ms";
    }
}
