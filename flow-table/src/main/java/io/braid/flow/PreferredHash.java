package io.braid.flow;

/**
 * The stateless choice of a path when some paths are preferred: the same flow always gets the same one.
 *
 * <p>Among preferred paths each flow ranks the paths by a score of its own, and takes the best that is usable (weighted
 * rendezvous hashing; Schindelhauer and Schomaker, SPAA 2005). So the loss of a path moves only that path's flows, and of the
 * flows each path has a part in proportion to its weight.
 */
final class PreferredHash {
    private static final int PATHS = BucketTable.MAX_PATHS;
    /** A double has 53 significant bits. */
    private static final int DROPPED_BITS = 11;

    private static final double SCALE = 0x1p-53;

    private PreferredHash() {}

    /** {@link BucketTable#NONE} when there is no path, or no preferred one and only those will do. */
    static int pathOf(long hash, BucketTable group, int preferredPaths, boolean strict) {
        int best = BucketTable.NONE;
        double bestScore = Double.POSITIVE_INFINITY;
        boolean all = true;
        for (int path = 0; path < PATHS; path++) {
            int weight = group.weightOf(path);
            if (weight == 0) {
                continue;
            }
            if ((preferredPaths >>> path & 1) == 0) {
                all = false;
                continue;
            }
            double score = exponential(hash, path) / weight;
            if (best == BucketTable.NONE || score < bestScore) {
                best = path;
                bestScore = score;
            }
        }
        if (best == BucketTable.NONE) {
            return strict ? best : group.pathOf(hash);
        }
        return all ? group.pathOf(hash) : best;
    }

    /** A number drawn from the exponential distribution: of several, divided by weights, each is least as often as its weight. */
    private static double exponential(long hash, int path) {
        double uniform = ((Mix.secret(hash, path) >>> DROPPED_BITS) + 1) * SCALE;
        return -Math.log(uniform);
    }
}
