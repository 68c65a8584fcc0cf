package io.braid.dataplane.conductor;

import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import io.braid.flow.FlowTable;
import io.braid.flow.MovedPins;
import io.braid.flow.PathView;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The bucket tables that spread flows over the usable uplinks, one per family. When a path is lost its buckets move at once; when one returns it gets buckets
 * in which nothing has flowed for a while, a few at a time if need be. The conductor's thread only.
 */
final class PathGroups {
    /** A bucket unused for this long holds no flow that could be reordered: longer than any path's skew, and than TCP's shortest retransmission time. */
    private static final int IDLE_TICKS = 1000;

    private PathView view;

    PathGroups(int uplinks) {
        BucketTable none = BucketTable.of(BucketTable.DEFAULT_SIZE, new int[uplinks]);
        view = PathView.of(none, none);
    }

    /**
     * Brings the tables towards the given state.
     *
     * @param weights4 for each uplink, how much of the IPv4 flows it is to take; 0 if none may leave by it
     * @param weights6 the same for IPv6
     * @param activity4 every worker's record for IPv4
     * @param activity6 the same for IPv6
     * @param tick now, in ticks of {@link io.braid.dataplane.engine.ForwardingWorker#TICK_NANOS}
     * @return whether a table changed
     */
    boolean update(
            int[] weights4, int[] weights6, List<BucketActivity> activity4, List<BucketActivity> activity6, int tick) {
        BucketTable next4 = view.ipv4().withWeights(weights4, BucketActivity.idleSince(activity4, tick, IDLE_TICKS));
        BucketTable next6 = view.ipv6().withWeights(weights6, BucketActivity.idleSince(activity6, tick, IDLE_TICKS));
        boolean changed = next4 != view.ipv4() || next6 != view.ipv6();
        if (changed) {
            view = with(next4, next6, view.inherited());
        }
        return changed;
    }

    /** Sets the pins of before a restart; whether that is a change. */
    boolean inherit(@Nullable FlowTable inherited) {
        if (inherited == view.inherited()) {
            return false;
        }
        view = with(view.ipv4(), view.ipv6(), inherited);
        return true;
    }

    private static PathView with(BucketTable ipv4, BucketTable ipv6, @Nullable FlowTable inherited) {
        return new PathView(ipv4, ipv6, 0, false, MovedPins.NONE, inherited);
    }

    /** Whether no bucket waits to move to a path that returned. */
    boolean balanced() {
        return view.ipv4().isBalanced() && view.ipv6().isBalanced();
    }

    /** What the workers of all nodes are told alike. */
    PathView view() {
        return view;
    }

    /** Each path's weight for whichever family may use it; 0 for one that none may. */
    int[] weights() {
        return IntStream.range(0, BucketTable.MAX_PATHS)
                .map(path -> Math.max(view.ipv4().weightOf(path), view.ipv6().weightOf(path)))
                .toArray();
    }
}
