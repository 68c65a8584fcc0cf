package io.braid.flow;

import java.util.Arrays;

/** Checks the weights that a path group is given. */
final class PathWeights {
    private PathWeights() {}

    /**
     * A copy with an entry for every path there can be.
     *
     * @throws IllegalArgumentException if there are too many weights or one is negative
     */
    static int[] checked(int[] weights) {
        if (weights.length > PathSelector.MAX_PATHS) {
            throw new IllegalArgumentException(
                    "a path group spreads over at most " + PathSelector.MAX_PATHS + " paths, not " + weights.length);
        }
        for (int path = 0; path < weights.length; path++) {
            if (weights[path] < 0) {
                throw new IllegalArgumentException(
                        "path " + path + " has weight " + weights[path] + "; a weight is 0 (unusable) or more");
            }
        }
        return Arrays.copyOf(weights, PathSelector.MAX_PATHS);
    }
}
