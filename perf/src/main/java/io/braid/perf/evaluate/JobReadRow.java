package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.job.CheckpointUpload;
import io.braid.perf.job.SteadyReads;
import io.braid.perf.lab.LabException;
import io.braid.perf.report.PercentileChart;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A job's steady small reads, each over a connection of its own, while it uploads a checkpoint, which is more than one NIC carries and much less than four do: at the rate at which it is
 * made, as an upload that took all there is would fill any number of NICs.
 */
final class JobReadRow implements Row {
    /** Of one NIC's rate. */
    private static final double UPLOAD = 1.5;

    private static final int UPLOADS = 64;
    private static final int READERS = 16;
    private static final int INTERVAL_MILLIS = 100;
    private static final int READ_BYTES = 16 * 1024;
    private static final int OBJECT_BYTES = READERS * READ_BYTES;
    private static final String OBJECT = "model-00001-of-00001.safetensors";
    /** Of both programs, until the reads count, and some for the end. */
    private static final int WARM_UP_SECONDS = 6;

    private static final Duration SLACK = Duration.ofSeconds(60);
    private static final double TIMES = 20;

    /** One side's. */
    private record Reads(Histogram latencies, double uploadBitsPerSecond) {
        double millis(double percentile) {
            return latencies.getValueAtPercentile(percentile) / 1e6;
        }
    }

    @Override
    public void run(Bench bench, Findings findings) throws InterruptedException {
        Reads single = read(bench, bench.oneNic(), findings, "one-nic");
        Reads braid = read(bench, bench.braid(), findings, "braid");
        findings.figure(
                "p99",
                "16 KiB reads during an upload, p99",
                "300 s -> 1 s",
                single.millis(99),
                braid.millis(99),
                Unit.MILLIS,
                Better.LOWER);
        findings.figure("p50", "  median", single.millis(50), braid.millis(50), Unit.MILLIS, Better.LOWER);
        findings.figure("max", "  longest", single.millis(100), braid.millis(100), Unit.MILLIS, Better.LOWER);
        findings.figure(
                "reads",
                "  reads in the histogram",
                (double) single.latencies().getTotalCount(),
                (double) braid.latencies().getTotalCount(),
                Unit.COUNT,
                Better.NEITHER);
        findings.figure(
                "upload",
                String.format(Locale.ROOT, "  the upload meanwhile, made at %.0f Mbit/s", UPLOAD * bench.rate() / 1e6),
                single.uploadBitsPerSecond(),
                braid.uploadBitsPerSecond(),
                Unit.BITS_PER_SECOND,
                Better.HIGHER);
        double times = single.millis(99) / braid.millis(99);
        findings.goal(
                "job_read_p99",
                times >= TIMES,
                String.format(Locale.ROOT, "p99 of the reads at least %.0f times better than over one NIC", TIMES),
                String.format(Locale.ROOT, "%.1f times", times));
        findings.plot(new Plot.Latency(
                "Latency of the reads",
                List.of(
                        PercentileChart.Curve.of("one NIC", single.latencies(), "--one"),
                        PercentileChart.Curve.of("Braid", braid.latencies(), "--four"))));
    }

    private static Reads read(Bench bench, Side side, Findings findings, String name) throws InterruptedException {
        side.begin(findings);
        int seconds = bench.options().pick(15, 6);
        Path file = Histograms.file(bench.options(), side, "job-read-" + name);
        try (JobProgram _ = JobProgram.store(side, OBJECT_BYTES, 1);
                JobProgram upload = JobProgram.start(
                        side,
                        side.plan().task(1),
                        CheckpointUpload.class,
                        side.storage(),
                        UPLOADS,
                        Math.round(UPLOAD * bench.rate()),
                        seconds + WARM_UP_SECONDS)) {
            upload.awaitLine(CheckpointUpload.READY);
            try (JobProgram reads = JobProgram.start(
                    side,
                    side.plan().task(1),
                    SteadyReads.class,
                    side.storage(),
                    READERS,
                    INTERVAL_MILLIS,
                    READ_BYTES,
                    seconds,
                    file,
                    OBJECT)) {
                reads.awaitResult("done", SLACK.plusSeconds(seconds));
            }
            long end = System.nanoTime() - 1_000_000_000L;
            double rate = side.meter()
                    .window(end - (seconds - 2) * 1_000_000_000L, end)
                    .outBitsPerSecond();
            return new Reads(Histograms.read(file), rate);
        } catch (IOException e) {
            throw new LabException("cannot read the latencies back: " + e.getMessage(), e);
        }
    }
}
