package io.braid.flow;

/**
 * Chooses the path of a flow's first packet, for one worker, by the operator's {@link PlacementPolicy}.
 *
 * <p>Least-loaded means: the path for which expected load / weight is least. Paths that differ by
 * less than a part of a flow are equal, and among equals a worker takes turns: even workers go up through the paths and odd
 * ones down, from a common start. So two workers that start a few flows at the same moment, not yet knowing of each other,
 * fill the paths from both ends and seldom meet.
 *
 * <p>Preferred paths (those on the packet's NUMA node) win while any of them is usable. That they are too full is for the caller to say, who knows
 * what they can carry: by preferring none.
 *
 * <p>The owning worker only. Nothing allocates or throws: a bit in the preference for a path that does not exist is ignored, a
 * path of weight 0 is never chosen, without any path the answer is {@link BucketTable#NONE}.
 */
public final class Placement {
    /** Among paths that differ by less than this part of a new flow, the worker's turn decides. */
    private static final double EQUAL_SHARE = 0.125;

    /** A flow changes its path only if the new one then carries less than this part of what the old one does now. */
    private static final double WORTH_MOVING = 0.9;

    private static final int PATHS = BucketTable.MAX_PATHS;

    private PlacementPolicy policy;
    private final PathLoad load;
    private int skewBoundMillis;
    private final boolean upwards;
    private final boolean fromHalfWay;
    private int turn;

    /**
     * @param load this worker's; {@link #choose} only reads it, and the caller reports what became of the choice
     * @param seed the same for all workers of the host: where the first flow goes when nothing is loaded
     * @param skewBoundMillis for {@link PlacementPolicy#FLOWLET}: by how much one path's delay may exceed another's; a flow that
     *     paused for so long has no packet under way that the next one could overtake
     * @throws IllegalArgumentException if the bound is not positive
     */
    public Placement(PlacementPolicy policy, PathLoad load, long seed, int skewBoundMillis) {
        if (skewBoundMillis <= 0) {
            throw new IllegalArgumentException(
                    "the skew bound is a number of milliseconds above 0, not " + skewBoundMillis);
        }
        this.policy = policy;
        this.load = load;
        this.skewBoundMillis = skewBoundMillis;
        upwards = load.worker() % 2 == 0;
        fromHalfWay = load.worker() / 2 % 2 == 1;
        int start = (int) (Mix.secret(seed, 0) >>> 40);
        turn = upwards ? start : start - 1;
    }

    /**
     * The path for a flow that has none. The caller reports the outcome to the {@link PathLoad}: {@link PathLoad#pinned} for a
     * new flow, {@link PathLoad#moved} for one whose rate is known because its path was lost.
     *
     * @param hash the flow's, see {@link FlowHash}
     * @param group the usable paths and their weights
     * @param preferredPaths bit mask of the paths to prefer; 0 for no preference
     * @param strict whether only preferred paths will do
     * @return 0 to {@link BucketTable#MAX_PATHS} - 1, or {@link BucketTable#NONE}
     */
    public int choose(long hash, BucketTable group, int preferredPaths, boolean strict) {
        if (policy == PlacementPolicy.HASH) {
            return PreferredHash.pathOf(hash, group, preferredPaths, strict);
        }
        int usable = usable(group);
        int preferred = usable & preferredPaths;
        return leastLoaded(group, preferred != 0 || strict ? preferred : usable, load.pinRate(group));
    }

    /** Chooses by other rules from now on; see the constructor. */
    void tune(PlacementPolicy rule, int boundMillis) {
        policy = rule;
        skewBoundMillis = boundMillis;
    }

    /** Whether {@link #mayRechoose} can be true. */
    boolean rechooses() {
        return policy == PlacementPolicy.FLOWLET;
    }

    /**
     * Whether a flow that paused may be given to {@link #rechoose}: only under {@link PlacementPolicy#FLOWLET}, and only after the
     * skew bound. A negative pause (the clock went backwards) is none.
     */
    public boolean mayRechoose(int idleMillis) {
        return policy == PlacementPolicy.FLOWLET && idleMillis >= skewBoundMillis;
    }

    /**
     * The path of a flow that goes on after a pause: another one only if, with this flow on it, it carries clearly less than the
     * flow's own path does now, so that flows do not swap places for nothing. The caller reports a change with
     * {@link PathLoad#moved}.
     *
     * @param strict whether only preferred paths will do
     * @param current the flow's path; one that is not usable is left in any case
     * @param recent the flow's count, see {@link FlowTable#recent}
     */
    public int rechoose(
            long hash, BucketTable group, int preferredPaths, boolean strict, int current, int recent, int now) {
        int best = choose(hash, group, preferredPaths, strict);
        int currentWeight = weight(group, current);
        if (best == BucketTable.NONE || best == current || currentWeight == 0) {
            return best;
        }
        double pinRate = load.pinRate(group);
        double there = (load.expected(best, pinRate) + FlowRate.bytesPerSecond(recent, now)) / group.weightOf(best);
        return there < WORTH_MOVING * load.expected(current, pinRate) / currentWeight ? best : current;
    }

    private int leastLoaded(BucketTable group, int candidates, double pinRate) {
        int count = Integer.bitCount(candidates);
        if (count == 0) {
            return BucketTable.NONE;
        }
        double tolerance = EQUAL_SHARE * pinRate;
        double least = Double.POSITIVE_INFINITY;
        for (int path = 0; path < PATHS; path++) {
            if ((candidates >>> path & 1) != 0) {
                least = Math.min(least, load.expected(path, pinRate) / group.weightOf(path));
            }
        }
        int offset = turn + (fromHalfWay ? count / 2 : 0);
        int best = BucketTable.NONE;
        int bestRank = 0;
        int shortest = count;
        int rank = 0;
        for (int path = 0; path < PATHS; path++) {
            if ((candidates >>> path & 1) == 0) {
                continue;
            }
            int distance = Math.floorMod(upwards ? rank - offset : offset - rank, count);
            boolean equal = load.expected(path, pinRate) <= least * group.weightOf(path) + tolerance;
            if (equal && distance < shortest) {
                best = path;
                bestRank = rank;
                shortest = distance;
            }
            rank++;
        }
        turn = (upwards ? bestRank + 1 : bestRank - 1) - (fromHalfWay ? count / 2 : 0);
        return best;
    }

    private static int usable(BucketTable group) {
        int mask = 0;
        for (int path = 0; path < PATHS; path++) {
            mask |= group.weightOf(path) > 0 ? 1 << path : 0;
        }
        return mask;
    }

    private static int weight(BucketTable group, int path) {
        return Integer.compareUnsigned(path, PATHS) < 0 ? group.weightOf(path) : 0;
    }
}
