package io.braid.dataplane.graph;

import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowTable;
import io.braid.flow.FlowTimeouts;
import io.braid.flow.PathLoad;
import io.braid.flow.Pins;
import io.braid.flow.Placement;
import io.braid.flow.PlacementPolicy;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import java.lang.foreign.Arena;

/** Path nodes for tests, with a small flow table of their own. */
final class TestPaths {
    private static final int FLOWS = 1 << 16;

    private TestPaths() {}

    /** Places flows where a test can predict: by their hash. */
    static PathNode byHash(FlowHash hash) {
        return of(hash, pins(hash, PlacementPolicy.HASH));
    }

    static PathNode of(FlowHash hash, Pins pins) {
        return new PathNode(
                0,
                hash,
                pins,
                new Rebalancer(RebalancerSettings.DEFAULT),
                new BucketActivity(BucketTable.DEFAULT_SIZE, 0),
                new BucketActivity(BucketTable.DEFAULT_SIZE, 0));
    }

    static Pins pins(FlowHash hash, PlacementPolicy policy) {
        var load = new PathLoad(0, 0);
        var memory = Arena.ofAuto().allocate(FlowTable.bytesFor(FLOWS), 64);
        var table = new FlowTable(memory, FLOWS, hash, FlowTimeouts.ofIdle(60_000), 0, Burst.CAPACITY);
        return new Pins(table, new Placement(policy, load, 0, 50), load);
    }
}
