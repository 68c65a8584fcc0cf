package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.job.CheckpointUpload;
import io.braid.perf.lab.UplinkMeter;
import io.braid.perf.report.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Few fat flows, as uploads of a job, which a hash puts onto the same NIC while others idle: by policy {@code hash}, and by {@code least-loaded}, which is
 * Braid's default. What a hash does is a draw of lots, so there are several rounds.
 */
final class ElephantsRow implements Row {
    private static final List<Integer> FLOWS = List.of(4, 8);
    private static final double TIMES = 3.8;
    private static final int WARM_UP_MILLIS = 2500;
    /** Of all NICs' rate, so that an upload takes what there is. */
    private static final int UNBOUNDED = 10;

    private static final int ANY_BYTES = 1024;

    /**
     * So many flows on one side.
     *
     * @param windows of each round
     * @param timeline of the last
     */
    private record Run(List<UplinkMeter.Window> windows, List<String> uplinks, Timeline timeline) {
        double rate() {
            return windows.stream()
                    .mapToDouble(UplinkMeter.Window::outBitsPerSecond)
                    .average()
                    .orElse(Double.NaN);
        }

        /** Percent of the worst round. */
        double busiest() {
            return windows.stream()
                            .flatMap(window -> window.outShares().stream())
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(Double.NaN)
                    * 100;
        }
    }

    @Override
    public void run(Bench bench, Findings findings) throws InterruptedException {
        List<Run> single = measure(bench, bench.oneNic(), findings, 1);
        int rounds = bench.options().pick(4, 1);
        List<Run> hash = measure(bench, bench.braid("hash"), findings, rounds);
        List<Run> load = measure(bench, bench.braid(), findings, rounds);
        double nominal = (double) bench.rate() * Bench.NICS;
        for (int i = 0; i < FLOWS.size(); i++) {
            int flows = FLOWS.get(i);
            double times = compare(findings, flows, "least-loaded", single.get(i), load.get(i));
            compare(findings, flows, "hash", single.get(i), hash.get(i));
            findings.goal(
                    "elephants_" + flows,
                    times >= TIMES,
                    String.format(
                            Locale.ROOT, "%d flows placed by load carry at least %.1f times one NIC", flows, TIMES),
                    String.format(Locale.ROOT, "%.2f times", times));
            findings.plot(plot(flows + " flows by load", load.get(i), nominal));
            findings.plot(plot(flows + " flows by hash", hash.get(i), nominal));
        }
    }

    private static Plot plot(String title, Run run, double nominal) {
        return new Plot.Throughput(title, run.timeline(), run.uplinks(), nominal);
    }

    private static List<Run> measure(Bench bench, Side side, Findings findings, int rounds)
            throws InterruptedException {
        side.begin(findings);
        List<Run> runs = new ArrayList<>();
        try (JobProgram _ = JobProgram.store(side, ANY_BYTES, 1)) {
            for (int flows : FLOWS) {
                runs.add(measure(bench, side, flows, rounds));
            }
        }
        return runs;
    }

    private static Run measure(Bench bench, Side side, int flows, int rounds) throws InterruptedException {
        List<UplinkMeter.Window> windows = new ArrayList<>();
        while (true) {
            side.settle();
            long start = System.nanoTime();
            windows.add(measure(bench, side, flows));
            if (windows.size() == rounds) {
                return new Run(windows, side.uplinkNames(), side.timeline(false, start, System.nanoTime(), List.of()));
            }
        }
    }

    private static UplinkMeter.Window measure(Bench bench, Side side, int flows) throws InterruptedException {
        int seconds = bench.options().pick(3, 2);
        try (JobProgram upload = JobProgram.start(
                side,
                side.plan().task(1),
                CheckpointUpload.class,
                side.storage(),
                flows,
                bench.rate() * Bench.NICS * UNBOUNDED,
                2 * seconds + WARM_UP_MILLIS / 1000)) {
            upload.awaitLine(CheckpointUpload.READY);
            long start = System.nanoTime();
            Thread.sleep(WARM_UP_MILLIS + seconds * 1000L);
            long end = System.nanoTime();
            Thread.sleep(WARM_UP_MILLIS / 5); // for the meter to have seen the end
            return side.meter().window(start + WARM_UP_MILLIS * 1_000_000L, end);
        }
    }

    private static double compare(Findings findings, int flows, String policy, Run single, Run braid) {
        String key = policy.replace('-', '_') + "_" + flows;
        findings.figure(
                key,
                flows + " fat flows out, " + policy,
                single.rate(),
                braid.rate(),
                Unit.BITS_PER_SECOND,
                Better.HIGHER);
        findings.figure(
                key + "_busiest",
                "  the busiest NIC's share",
                Double.NaN,
                braid.busiest(),
                Unit.PERCENT,
                Better.NEITHER);
        return braid.rate() / single.rate();
    }
}
