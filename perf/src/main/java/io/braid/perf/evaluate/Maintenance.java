package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.RouteLog;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.UdpStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Uplinks that are drained and taken back, and links that fail and return, under numbered datagrams each way, every one of which is looked for. There is
 * no such thing with one NIC.
 */
final class Maintenance {
    private static final int TASK = 1;
    private static final int PACKETS_PER_SECOND = 5_000;
    private static final int IN_PORT = 7001;
    private static final int OUT_PORT = 7002;
    private static final int PAUSE_MILLIS = 600;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Takes an uplink away, or gives it back. */
    @FunctionalInterface
    private interface Change {
        void make(int uplink) throws InterruptedException;
    }

    private final Side side;
    private final LabPlan plan;
    private final Findings findings;
    private final int times;
    private final List<String> task;

    Maintenance(Side side, Findings findings, int times) {
        this.side = side;
        this.plan = side.plan();
        this.findings = findings;
        this.times = times;
        this.task = List.of(plan.taskAddress(TASK, Family.V4), plan.taskAddress(TASK, Family.V6));
    }

    void run() throws InterruptedException {
        try (var routes = new RouteLog(plan.tor())) {
            List<Double> millis = new ArrayList<>();
            StreamCount failed = under(
                    routes,
                    uplink -> side.lab().rackSwitch().linkDown(uplink),
                    uplink -> side.lab().rackSwitch().linkUp(uplink),
                    millis);
            findings.figure(
                    "switch_routes",
                    "  the switch has one next hop less, worst of " + times,
                    Double.NaN,
                    millis.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN),
                    Unit.MILLIS,
                    Better.NEITHER);
            findings.figure(
                    "failure_lost",
                    "  datagrams lost at a failure and a return, of " + failed.sent(),
                    Double.NaN,
                    (double) failed.lost(),
                    Unit.COUNT,
                    Better.NEITHER);
            StreamCount drained = under(
                    routes,
                    uplink -> side.braid().client().drained(plan.uplinkName(uplink), true),
                    uplink -> side.braid().client().drained(plan.uplinkName(uplink), false),
                    new ArrayList<>());
            findings.figure(
                    "drain_lost",
                    "a NIC is drained and taken back: datagrams lost, of " + drained.sent(),
                    "none",
                    Double.NaN,
                    (double) drained.lost(),
                    Unit.COUNT,
                    Better.NEITHER);
            findings.mustBeZero("failure_drain", "datagrams lost at a drain", drained.lost());
        }
    }

    /** @param millis gets the times from the change to the switch's next hops */
    private StreamCount under(RouteLog routes, Change away, Change back, List<Double> millis)
            throws InterruptedException {
        List<StreamCount> counts = new ArrayList<>();
        for (int n = 0; n < times; n++) {
            int uplink = (n + 1) % plan.uplinks();
            settle(routes);
            try (var in = new UdpStream(plan.storage(), plan.task(TASK), task, IN_PORT, PACKETS_PER_SECOND);
                    var out = new UdpStream(plan.task(TASK), plan.storage(), storage(), OUT_PORT, PACKETS_PER_SECOND)) {
                Thread.sleep(PAUSE_MILLIS);
                long start = System.nanoTime();
                away.make(uplink);
                millis.add((routes.await(task, plan.uplinks() - 1, LIMIT) - start) / 1e6);
                Thread.sleep(PAUSE_MILLIS);
                back.make(uplink);
                routes.await(task, plan.uplinks(), LIMIT);
                Thread.sleep(PAUSE_MILLIS);
                in.stop();
                out.stop();
                counts.add(in.count());
                counts.add(out.count());
            }
        }
        return StreamCount.sum(counts);
    }

    private List<String> storage() {
        return List.of(plan.storageAddress(Family.V4), plan.storageAddress(Family.V6));
    }

    /** Everything is as it should be before something is taken away: routes over all uplinks, BFD up on all. */
    private void settle(RouteLog routes) throws InterruptedException {
        routes.await(task, plan.uplinks(), LIMIT);
        side.braid().awaitUplinks(LIMIT);
        long end = System.nanoTime() + LIMIT.toNanos();
        while (side.lab().rackSwitch().bfdSessionsUp() < 2 * plan.uplinks()) {
            if (System.nanoTime() > end) {
                throw new LabException("not all BFD sessions are up after " + LIMIT.toSeconds() + " s");
            }
            Thread.sleep(50);
        }
    }
}
