package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.job.CheckpointReader;
import io.braid.perf.report.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A task loads a sharded checkpoint from an object store over parallel connections. */
final class CheckpointRow implements Row {
    private static final int READERS = 32;
    private static final int SHARDS = 32;
    private static final double TIMES = 3.7;
    private static final int SLACK_SECONDS = 60;

    /** One side's. */
    private record Load(double seconds, long bytes, List<String> uplinks, Timeline timeline) {}

    @Override
    public void run(Bench bench, Findings findings) throws InterruptedException {
        // So much that one NIC takes that long.
        int seconds = bench.options().pick(48, 10);
        long bytes = bench.rate() / 8 * seconds;
        Load single = load(bench.oneNic(), findings, bytes, seconds);
        Load braid = load(bench.braid(), findings, bytes, seconds);
        findings.figure(
                "load",
                String.format(Locale.ROOT, "%d shards, %.0f MB, %d readers", SHARDS, bytes / 1e6, READERS),
                "800 s -> 100 s",
                single.seconds(),
                braid.seconds(),
                Unit.SECONDS,
                Better.LOWER);
        double times = single.seconds() / braid.seconds();
        findings.goal(
                "checkpoint_load",
                times >= TIMES,
                String.format(Locale.ROOT, "loaded at least %.1f times faster than over one NIC", TIMES),
                String.format(Locale.ROOT, "%.2f times", times));
        findings.must(
                "checkpoint_bytes",
                single.bytes() == braid.bytes() && braid.bytes() > bytes,
                "every byte of every file is read and is what was stored, on both sides",
                single.bytes() + " and " + braid.bytes() + " bytes");
        double nominal = (double) bench.rate() * Bench.NICS;
        findings.plot(new Plot.Throughput("One NIC", single.timeline(), single.uplinks(), nominal));
        findings.plot(new Plot.Throughput("Four NICs", braid.timeline(), braid.uplinks(), nominal));
    }

    private static Load load(Side side, Findings findings, long bytes, int seconds) throws InterruptedException {
        side.begin(findings);
        try (JobProgram _ = JobProgram.store(side, bytes, SHARDS);
                JobProgram reader = JobProgram.start(
                        side, side.plan().task(1), CheckpointReader.class, side.storage(), bytes, SHARDS, READERS)) {
            List<String> read = reader.awaitResult("read ", Duration.ofSeconds(2L * seconds + SLACK_SECONDS));
            long from = Long.parseLong(read.get(2));
            long to = Long.parseLong(read.get(3));
            return new Load(
                    (to - from) / 1e9,
                    Long.parseLong(read.get(1)),
                    side.uplinkNames(),
                    side.timeline(true, from, to, List.of()));
        }
    }
}
