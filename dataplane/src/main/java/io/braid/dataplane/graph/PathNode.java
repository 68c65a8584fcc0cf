package io.braid.dataplane.graph;

import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import io.braid.flow.FlowBurst;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowKey;
import io.braid.flow.PathView;
import io.braid.flow.Pins;
import io.braid.flow.Rebalancer;
import org.jspecify.annotations.Nullable;

/**
 * Gives each packet that leaves the host its uplink: the one it is bound to, else the one its flow is pinned to or, if it is new, gets by the policy.
 *
 * <p>A flow without a pin, for want of room, goes by the hash over the usable paths, which is sticky too: the bucket it falls in keeps its path until that path
 * is lost. Noting when a bucket was last used so lets the conductor give a returning path only buckets in which nothing flows.
 */
public final class PathNode {
    private final int node;
    private final FlowReader reader;
    private final Pins pins;
    private final Rebalancer rebalancer;
    private final BucketActivity activity4;
    private final BucketActivity activity6;
    private final RoutedFlows routed = new RoutedFlows();
    private final FlowHash hash;

    /**
     * @param node the worker's, see {@link ForwardingTable#paths}
     * @param hash the host's flow hash; all workers share one seed, so that they agree
     * @param pins this worker's
     * @param rebalancer may ask for flows to be moved
     * @param activity4 this worker's record of bucket use for IPv4
     * @param activity6 the same for IPv6
     */
    public PathNode(
            int node,
            FlowHash hash,
            Pins pins,
            Rebalancer rebalancer,
            BucketActivity activity4,
            BucketActivity activity6) {
        this.node = node;
        this.hash = hash;
        this.reader = new FlowReader(hash);
        this.pins = pins;
        this.rebalancer = rebalancer;
        this.activity4 = activity4;
        this.activity6 = activity6;
    }

    /** Where the flows of {@link Verdict#PLAIN} packets go, before {@link #run}. */
    RoutedFlows routed() {
        return routed;
    }

    /** Forgets flows of a burst that was not finished, for a defect. */
    void begin() {
        routed.flows.clear();
    }

    FlowHash hash() {
        return hash;
    }

    /** Reads the flows of all other packets of the burst that are to be routed. */
    void read(Burst burst, ForwardingTable table) {
        for (int i = 0; i < burst.count(); i++) {
            if (burst.verdict[i] != Verdict.ROUTE) {
                continue;
            }
            if (burst.hop[i] >= 0) {
                burst.verdict[i] = bound(burst, i, table);
            } else {
                reader.read(burst, i, routed);
            }
        }
    }

    /**
     * Decides for all packets whose flows were read.
     *
     * @param tick current time in milliseconds, the unit of the activity records and of the pins
     * @param watch is told of the flows and what they got; null when nobody wants to know
     */
    void run(Burst burst, ForwardingTable table, int tick, @Nullable PacketWatch watch) {
        FlowBurst flows = routed.flows;
        if (flows.count() == 0) {
            return;
        }
        PathView paths = table.paths(node);
        if (watch != null) {
            flows.forgetOutcomes();
        }
        pins.assign(flows, paths, rebalancer.order(), tick);
        if (watch != null) {
            watch.routed(flows, routed.packets);
        }
        for (int f = 0; f < flows.count(); f++) {
            int i = routed.packets[f];
            int path = flows.path[f];
            if (path == BucketTable.NONE) {
                burst.drop(i, Reason.NO_PATH);
                continue;
            }
            if (!flows.isPinned(f)) {
                touch(paths, FlowKey.isIpv6(flows.transport[f]), flows.hash[f], tick);
            }
            burst.hop[i] = ForwardingTable.uplinkHop(path);
            if (burst.verdict[i] == Verdict.ROUTE) {
                burst.verdict[i] = Verdict.FORWARD;
            }
        }
    }

    private void touch(PathView paths, boolean ipv6, long flowHash, int tick) {
        BucketTable group = ipv6 ? paths.ipv6() : paths.ipv4();
        (ipv6 ? activity6 : activity4).touch(group.bucketOf(flowHash), tick);
    }

    private static int bound(Burst burst, int i, ForwardingTable table) {
        Hop hop = table.hop(burst.hop[i]);
        return hop != null && hop.usable(burst.isIpv4(i)) ? Verdict.FORWARD : Verdict.drop(Reason.BOUND_UPLINK_DOWN);
    }
}
