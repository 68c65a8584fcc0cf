package io.braid.dataplane.conductor;

import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import java.util.List;

/**
 * The bucket tables that spread flows over the usable uplinks, one per family. When a path is lost its buckets move at once; when one returns it gets buckets
 * in which nothing has flowed for a while, a few at a time if need be. The conductor's thread only.
 */
final class PathGroups {
    /** A bucket unused for this long holds no flow that could be reordered: longer than any path's skew, and than TCP's shortest retransmission time. */
    private static final int IDLE_TICKS = 1000;

    private BucketTable paths4;
    private BucketTable paths6;

    PathGroups(int uplinks) {
        paths4 = BucketTable.of(BucketTable.DEFAULT_SIZE, new int[uplinks]);
        paths6 = paths4;
    }

    /**
     * Brings the tables towards the given state.
     *
     * @param usable4 for each uplink, whether IPv4 may leave by it
     * @param usable6 the same for IPv6
     * @param activity4 every worker's record for IPv4
     * @param activity6 the same for IPv6
     * @param tick now, in ticks of {@link io.braid.dataplane.engine.ForwardingWorker#TICK_NANOS}
     * @return whether a table changed
     */
    boolean update(
            List<Boolean> usable4,
            List<Boolean> usable6,
            List<BucketActivity> activity4,
            List<BucketActivity> activity6,
            int tick) {
        BucketTable next4 = paths4.withWeights(weights(usable4), BucketActivity.idleSince(activity4, tick, IDLE_TICKS));
        BucketTable next6 = paths6.withWeights(weights(usable6), BucketActivity.idleSince(activity6, tick, IDLE_TICKS));
        boolean changed = next4 != paths4 || next6 != paths6;
        paths4 = next4;
        paths6 = next6;
        return changed;
    }

    private static int[] weights(List<Boolean> usable) {
        return usable.stream().mapToInt(is -> is ? 1 : 0).toArray();
    }

    /** Whether no bucket waits to move to a path that returned. */
    boolean balanced() {
        return paths4.isBalanced() && paths6.isBalanced();
    }

    BucketTable paths4() {
        return paths4;
    }

    BucketTable paths6() {
        return paths6;
    }
}
