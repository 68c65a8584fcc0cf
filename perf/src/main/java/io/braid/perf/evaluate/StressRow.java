package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.lab.Measurement;
import io.braid.perf.report.Timeline;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** As much as goes, over many flows, out and in: what all NICs carry together, and each one's part. */
final class StressRow implements Row {
    private static final int FLOWS = 32;
    private static final double TIMES = 3.8;
    /** Percent of the whole. */
    private static final double EVEN = 100.0 / Bench.NICS;

    private static final double TOLERATED_POINTS = 2;

    /** One side, both ways. */
    private record Run(Measurement out, Measurement in, List<String> uplinks, Timeline outTime, Timeline inTime) {
        int lost() {
            return out.lostConnections() + in.lostConnections();
        }
    }

    @Override
    public void run(Bench bench, Findings findings) throws InterruptedException {
        int seconds = bench.options().pick(8, 3);
        Run single = measure(bench.oneNic(), findings, seconds);
        Run braid = measure(bench.braid(), findings, seconds);
        double nominal = (double) bench.rate() * Bench.NICS;
        compare(findings, "out", "TCP out, " + FLOWS + " flows", single.out(), braid.out());
        compare(findings, "in", "TCP in, " + FLOWS + " flows", single.in(), braid.in());
        findings.mustBeZero("stress_connections", "connections lost", single.lost() + braid.lost());
        findings.plot(new Plot.Throughput("One NIC, out", single.outTime(), single.uplinks(), nominal));
        findings.plot(new Plot.Throughput("Four NICs, out", braid.outTime(), braid.uplinks(), nominal));
        findings.plot(new Plot.Shares("Shares of four NICs, out", braid.outTime(), braid.uplinks()));
        findings.plot(new Plot.Shares("Shares of four NICs, in", braid.inTime(), braid.uplinks()));
    }

    private static Run measure(Side side, Findings findings, int seconds) throws InterruptedException {
        side.begin(findings);
        long start = System.nanoTime();
        Measurement out = Measurement.run(side.lab(), side.meter(), false, FLOWS, seconds);
        long between = System.nanoTime();
        side.settle();
        Measurement in = Measurement.run(side.lab(), side.meter(), true, FLOWS, seconds);
        long end = System.nanoTime();
        return new Run(
                out,
                in,
                side.uplinkNames(),
                side.timeline(false, start, between, List.of()),
                side.timeline(true, between, end, List.of()));
    }

    private static void compare(Findings findings, String way, String what, Measurement single, Measurement braid) {
        findings.figure(
                "throughput_" + way,
                what,
                "4x",
                single.bitsPerSecond(),
                braid.bitsPerSecond(),
                Unit.BITS_PER_SECOND,
                Better.HIGHER);
        findings.figure(
                "unevenness_" + way,
                "  a NIC's share, furthest from 25 %",
                "25 % each",
                Double.NaN,
                unevenness(braid.shares()),
                Unit.POINTS,
                Better.NEITHER);
        double times = braid.bitsPerSecond() / single.bitsPerSecond();
        findings.goal(
                "stress_throughput_" + way,
                times >= TIMES,
                String.format(Locale.ROOT, "%s at least %.1f times one NIC", what, TIMES),
                String.format(Locale.ROOT, "%.2f times", times));
        findings.goal(
                "stress_shares_" + way,
                unevenness(braid.shares()) <= TOLERATED_POINTS,
                String.format(Locale.ROOT, "shares %s %.0f %% +- %.0f points", way, EVEN, TOLERATED_POINTS),
                percents(braid.shares()));
    }

    /** Largest distance of a share from an even one, in points of percent. */
    static double unevenness(List<Double> shares) {
        double even = 1.0 / shares.size();
        return shares.stream()
                        .mapToDouble(share -> Math.abs(share - even))
                        .max()
                        .orElse(0)
                * 100;
    }

    static String percents(List<Double> shares) {
        return shares.stream()
                        .map(share -> String.format(Locale.ROOT, "%.1f", share * 100))
                        .collect(Collectors.joining(" "))
                + " %";
    }
}
