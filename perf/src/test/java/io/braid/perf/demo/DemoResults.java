package io.braid.perf.demo;

import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.FailoverResult;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.FlowPaths;
import io.braid.perf.lab.Measurement;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UplinkMeter;
import java.time.Duration;
import java.util.List;

/** Made results, to see what is written of them. */
final class DemoResults {
    private static final long SECOND = 1_000_000_000L;

    private DemoResults() {}

    static DemoResult good() {
        return with(0, 0, 16, true);
    }

    /** @param continued of the 16 flows of the failed uplink */
    static DemoResult with(int moved, int lost, int continued, boolean balanced) {
        return new DemoResult(
                "Braid",
                100_000_000,
                List.of("nic0", "nic1", "nic2", "nic3"),
                32,
                0.25,
                measurement(false, 12.5e6, 0, 0, 0),
                measurement(true, 12.5e6, 0, 0, 0),
                measurement(false, 12.5e6, 12.5e6, 12.5e6, 12.5e6),
                measurement(true, 12e6, 12e6, 12e6, 12e6),
                List.of(new TransferResult(
                        new Transfer(1, Family.V4, false, Transfer.Protocol.UDP, 1_000_000, 2, 2),
                        List.of(1L, 1L),
                        2e6,
                        0,
                        0,
                        1000,
                        10,
                        0,
                        null)),
                new FailoverResult(
                        1,
                        new FlowPaths.Failover(48, moved, 16, continued, 0),
                        new FlowPaths.Failover(40, 0, 10, 10, 0),
                        3,
                        List.of(0.33, 0.33, 0.34),
                        List.of(tcp(lost)),
                        List.of(sample(0), sample(1), sample(2), sample(3)),
                        0,
                        SECOND,
                        2 * SECOND),
                new BraidHost.Footprint(Duration.ofMillis(1234), 200L << 20, 0),
                new StatusReport.Invariant(10, 2, 8, 3, 1, 0, balanced),
                new Theft(balanced, "the grant is refused: it grants <10.100.0.3>"));
    }

    private static Measurement measurement(boolean inbound, Double... bytes) {
        var window = new UplinkMeter.Window(1, List.of(bytes), List.of(bytes));
        return new Measurement(window, inbound, List.of(tcp(0)));
    }

    private static TransferResult tcp(int lost) {
        return new TransferResult(
                Transfer.tcp(1, Family.V4, false, 8, 2), List.of(1L, 1L), 8e6, 100, lost, 0, 0, 0, null);
    }

    private static UplinkMeter.Sample sample(long second) {
        long bytes = second * 12_500_000;
        List<Long> all = List.of(bytes, bytes, bytes, bytes);
        return new UplinkMeter.Sample(second * SECOND, all, all);
    }

    private static Measurement measurement(boolean inbound, double a, double b, double c, double d) {
        return measurement(inbound, new Double[] {a, b, c, d});
    }
}
