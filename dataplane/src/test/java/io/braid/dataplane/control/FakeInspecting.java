package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows two flows. */
public final class FakeInspecting implements Inspecting {
    /** What it was asked last. */
    public @Nullable FlowQuery asked;

    @Override
    public FlowReport flows(FlowQuery query) {
        asked = query;
        var all = List.of(
                new FlowReport.Flow(
                        "train-1",
                        "tcp",
                        "10.100.0.1",
                        40_000,
                        "198.51.100.7",
                        443,
                        "nic2",
                        false,
                        "chosen by least-loaded when it began, or when its uplink was lost",
                        "established",
                        9_400_000_000L,
                        123_456_789_012L,
                        0,
                        "worker-1"),
                new FlowReport.Flow(
                        null,
                        "udp",
                        "2001:db8:100::1",
                        5000,
                        "2001:db8:ffff::7",
                        53,
                        "nic0",
                        true,
                        "its hash says so",
                        "new",
                        0,
                        74,
                        2_000,
                        "worker-0"));
        return new FlowReport(all.subList(0, Math.min(query.limit(), all.size())), 2, 17, 9_400_000_000L);
    }
}
