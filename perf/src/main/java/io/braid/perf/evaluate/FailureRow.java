package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.lab.Failover;
import io.braid.perf.lab.FailoverResult;
import io.braid.perf.lab.RouteLog;
import io.braid.perf.report.Timeline;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A link fails under load and returns, and a NIC is taken out of service on purpose; meanwhile the switch behind the rack switch is watched, which must
 * never hear of a task.
 */
final class FailureRow implements Row {
    private static final int VICTIM = 1;
    /** Of what is left, for it to count as back. */
    private static final double BACK = 0.9;

    /** One side's failure under load. */
    private record Loss(FailoverResult result, double recoverySeconds, List<String> uplinks, Timeline timeline) {}

    @Override
    public void run(Bench bench, Findings findings) throws InterruptedException {
        Loss single = fail(bench, bench.oneNic(), findings, 0);
        findings.say("one NIC is back " + Unit.SECONDS.text(single.recoverySeconds()) + " after its link failed");
        Side side = bench.braid();
        try (var spine = new RouteLog(side.plan().spine())) {
            side.lab().spine().awaitSessions();
            Loss braid = fail(bench, side, findings, VICTIM);
            compare(bench, findings, single, braid);
            new Maintenance(side, findings, bench.options().pick(4, 1)).run();
            Set<String> leaked = new TreeSet<>(side.lab().spine().leaked());
            leaked.addAll(spine.everSeen());
            findings.figure(
                    "spine_routes",
                    "routes to tasks beyond the rack",
                    "none",
                    Double.NaN,
                    leaked.size(),
                    Unit.COUNT,
                    Better.NEITHER);
            findings.must(
                    "failure_spine",
                    leaked.isEmpty(),
                    "no route to a task beyond the rack",
                    leaked.size() + " " + leaked);
        }
    }

    private static Loss fail(Bench bench, Side side, Findings findings, int victim) throws InterruptedException {
        side.begin(findings);
        int seconds = bench.options().pick(14, 11);
        int downMillis = bench.options().pick(4500, 3000);
        FailoverResult result = new Failover(side.lab(), side.meter(), victim, seconds, downMillis).run(findings::say);
        double down = (result.failedNanos() - result.startNanos()) / 1e9;
        double up = (result.restoredNanos() - result.startNanos()) / 1e9;
        Timeline timeline = side.timeline(
                false,
                result.startNanos(),
                result.startNanos() + seconds * 1_000_000_000L,
                List.of(new Timeline.Span(down, up, "link down")));
        int left = Math.max(1, side.plan().uplinks() - 1);
        double wanted = BACK * side.plan().rateBitsPerSecond() * left;
        return new Loss(result, recovery(timeline, down, wanted), side.uplinkNames(), timeline);
    }

    /** Seconds from the failure until as much is carried as the links that are left carry; NaN if never. */
    static double recovery(Timeline timeline, double failed, double wanted) {
        return timeline.points().stream()
                .filter(point -> point.seconds() > failed + 0.25 && point.sum() >= wanted)
                .findFirst()
                .map(point -> point.seconds() - failed)
                .orElse(Double.NaN);
    }

    private static void compare(Bench bench, Findings findings, Loss single, Loss braid) {
        FailoverResult one = single.result();
        FailoverResult four = braid.result();
        findings.figure(
                "recovery",
                String.format(
                        Locale.ROOT,
                        "a link fails for %.1f s: what is left is full again",
                        (four.restoredNanos() - four.failedNanos()) / 1e9),
                "",
                single.recoverySeconds(),
                braid.recoverySeconds(),
                Unit.SECONDS,
                Better.LOWER);
        findings.figure(
                "lost_connections",
                "  connections lost, of " + four.connections(),
                "none",
                one.lostConnections(),
                four.lostConnections(),
                Unit.COUNT,
                Better.NEITHER);
        findings.figure(
                "moved",
                "  flows of other NICs that moved, of " + four.outbound().survivors(),
                Double.NaN,
                four.outbound().movedSurvivors(),
                Unit.COUNT,
                Better.NEITHER);
        findings.figure(
                "continued",
                "  flows of that NIC that went on elsewhere, of "
                        + four.outbound().affected(),
                Double.NaN,
                four.outbound().continued(),
                Unit.COUNT,
                Better.NEITHER);
        findings.figure(
                "survivor_unevenness",
                "  a survivor's share, furthest from a third",
                Double.NaN,
                four.unevenness(),
                Unit.POINTS,
                Better.NEITHER);
        findings.mustBeZero("failure_connections", "connections lost at a failure", four.lostConnections());
        findings.mustBeZero(
                "failure_moved", "flows moved whose NIC lives", four.outbound().movedSurvivors());
        double nominal = (double) bench.rate() * Bench.NICS;
        findings.plot(new Plot.Throughput("One NIC, out", single.timeline(), single.uplinks(), nominal));
        findings.plot(new Plot.Throughput("Four NICs, out", braid.timeline(), braid.uplinks(), nominal));
        findings.plot(new Plot.Shares("Shares of four NICs, out", braid.timeline(), braid.uplinks()));
    }
}
