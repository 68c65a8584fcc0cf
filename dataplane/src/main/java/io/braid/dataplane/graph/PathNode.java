package io.braid.dataplane.graph;

import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import io.braid.flow.FlowHash;

/**
 * Gives each packet that leaves the host its uplink: the one it is bound to, else the one its flow hashes to among the usable paths.
 *
 * <p>The choice is stateless and sticky: the bucket a flow falls in keeps its path until that path is lost. Noting when a bucket was last used lets the
 * conductor give a returning path only buckets in which nothing flows.
 */
public final class PathNode {
    private final FlowHash hash;
    private final BucketActivity activity4;
    private final BucketActivity activity6;

    /**
     * @param hash the host's flow hash; all workers share one seed, so that they agree
     * @param activity4 this worker's record of bucket use for IPv4
     * @param activity6 the same for IPv6
     */
    public PathNode(FlowHash hash, BucketActivity activity4, BucketActivity activity6) {
        this.hash = hash;
        this.activity4 = activity4;
        this.activity6 = activity6;
    }

    /**
     * Decides for all packets of the burst that are to be routed.
     *
     * @param tick current time in the unit of the activity records
     */
    public void run(Burst burst, ForwardingTable table, int tick) {
        for (int i = 0; i < burst.count(); i++) {
            if (burst.verdict[i] == Verdict.ROUTE) {
                burst.verdict[i] = burst.hop[i] >= 0 ? bound(burst, i, table) : spread(burst, i, table, tick);
            }
        }
    }

    private static int bound(Burst burst, int i, ForwardingTable table) {
        Hop hop = table.hop(burst.hop[i]);
        return hop != null && hop.usable(burst.isIpv4(i)) ? Verdict.FORWARD : Verdict.drop(Reason.BOUND_UPLINK_DOWN);
    }

    private int spread(Burst burst, int i, ForwardingTable table, int tick) {
        BucketTable paths;
        BucketActivity activity;
        if (burst.isIpv4(i)) {
            paths = table.paths4();
            activity = activity4;
        } else {
            paths = table.paths6();
            activity = activity6;
        }
        int bucket = paths.bucketOf(FlowKey.hash(burst, i, hash));
        int path = paths.pathAt(bucket);
        if (path == BucketTable.NONE) {
            return Verdict.drop(Reason.NO_PATH);
        }
        activity.touch(bucket, tick);
        burst.hop[i] = ForwardingTable.uplinkHop(path);
        return Verdict.FORWARD;
    }
}
