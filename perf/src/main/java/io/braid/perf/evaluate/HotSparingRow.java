package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.job.CheckpointWriter;
import io.braid.perf.job.Standby;
import io.braid.perf.report.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A standby task follows the checkpoints of a job by the store, as hot spares do: how old what it has is by the time that it has it. A checkpoint is
 * more than one NIC carries until the next is due, so that with one NIC the standby falls behind.
 */
final class HotSparingRow implements Row {
    private static final int JOB = 1;
    private static final int STANDBY = 2;
    private static final int SHARDS = 32;
    private static final int INTERVAL_MILLIS = 1000;
    /** A checkpoint's bits over what one NIC carries until the next. */
    private static final double SIZE = 1.3;

    private static final Duration SLACK = Duration.ofSeconds(60);

    /** Seconds from when a checkpoint was taken until the standby had it, of those that it had. */
    private record Lags(List<Double> seconds, int missed, List<String> uplinks, Timeline timeline) {
        double median() {
            List<Double> sorted = seconds.stream().sorted().toList();
            return sorted.get(sorted.size() / 2);
        }

        double last() {
            return seconds.getLast();
        }
    }

    @Override
    public void run(Bench bench, Findings findings) throws InterruptedException {
        int count = bench.options().pick(15, 4);
        Lags single = follow(bench, bench.oneNic(), findings, count);
        Lags braid = follow(bench, bench.braid(), findings, count);
        findings.figure(
                "lag_median",
                String.format(
                        Locale.ROOT,
                        "a standby's lag, %.0f MB each %.0f s, median",
                        (double) shardBytes(bench) * SHARDS / 1e6,
                        INTERVAL_MILLIS / 1e3),
                single.median(),
                braid.median(),
                Unit.SECONDS,
                Better.LOWER);
        findings.figure(
                "lag_last",
                "  of the last of " + count + " checkpoints",
                single.last(),
                braid.last(),
                Unit.SECONDS,
                Better.LOWER);
        findings.figure(
                "missed",
                "  checkpoints that were replaced before it had them",
                single.missed(),
                braid.missed(),
                Unit.COUNT,
                Better.NEITHER);
        findings.goal(
                "hot_sparing_lag",
                braid.median() < single.median() && braid.last() < INTERVAL_MILLIS / 1e3 * 2,
                "the standby lags less than over one NIC, and does not fall behind: less than two checkpoints",
                String.format(
                        Locale.ROOT,
                        "%.2f s instead of %.2f s, %.2f s at the end",
                        braid.median(),
                        single.median(),
                        braid.last()));
        double nominal = (double) bench.rate() * Bench.NICS;
        findings.plot(new Plot.Throughput("One NIC, out", single.timeline(), single.uplinks(), nominal));
        findings.plot(new Plot.Throughput("Four NICs, out", braid.timeline(), braid.uplinks(), nominal));
    }

    private static int shardBytes(Bench bench) {
        return (int) Math.round(SIZE * bench.rate() / 8 * INTERVAL_MILLIS / 1000 / SHARDS);
    }

    private static Lags follow(Bench bench, Side side, Findings findings, int count) throws InterruptedException {
        side.begin(findings);
        int shardBytes = shardBytes(bench);
        try (JobProgram _ = JobProgram.store(side, shardBytes, 1);
                JobProgram standby = JobProgram.start(
                        side, side.plan().task(STANDBY), Standby.class, side.storage(), SHARDS, shardBytes, count)) {
            standby.awaitLine(Standby.READY);
            long start = System.nanoTime();
            JobProgram job = JobProgram.start(
                    side,
                    side.plan().task(JOB),
                    CheckpointWriter.class,
                    side.storage(),
                    SHARDS,
                    shardBytes,
                    INTERVAL_MILLIS,
                    count);
            try (job) {
                standby.awaitResult("done", SLACK.plusMillis(3L * INTERVAL_MILLIS * count));
                job.awaitResult("done", SLACK);
            }
            Map<Integer, Long> taken = times(job, "taken ");
            Map<Integer, Long> loaded = times(standby, "loaded ");
            List<Double> lags = new ArrayList<>();
            loaded.forEach((version, at) -> lags.add((at - taken.getOrDefault(version, at)) / 1e9));
            return new Lags(
                    lags,
                    count - lags.size(),
                    side.uplinkNames(),
                    side.timeline(false, start, System.nanoTime(), List.of()));
        }
    }

    /** Of each version that a program speaks of, in order. */
    private static Map<Integer, Long> times(JobProgram program, String word) {
        Map<Integer, Long> times = new TreeMap<>();
        program.said().lines().filter(line -> line.startsWith(word)).forEach(line -> {
            List<String> words = List.of(line.split(" ", -1));
            times.put(Integer.valueOf(words.get(1)), Long.valueOf(words.get(2)));
        });
        return times;
    }
}
