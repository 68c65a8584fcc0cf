package io.braid.perf.soak;

import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.MetricsScrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Takes {@link Sample}s of a running dataplane: from the kernel, its status and its metrics, which are thus asked for as often. One thread. */
final class Probe {
    private static final String COLLECTIONS = "jvm_gc_collection_seconds_count";
    private static final String COLLECTION_SECONDS = "jvm_gc_collection_seconds_sum";

    private final Lab lab;
    private final BraidHost braid;
    private final long startNanos = System.nanoTime();

    Probe(Lab lab, BraidHost braid) {
        this.lab = lab;
        this.braid = braid;
    }

    double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    Sample sample() {
        StatusReport status = braid.status();
        String metrics = MetricsScrape.of(lab.plan());
        return new Sample(
                seconds(),
                braid.footprint().residentBytes(),
                entries("fd"),
                entries("task"),
                status.mempool().inUse(),
                status.flows().pinned(),
                (long) sum(metrics, COLLECTIONS),
                sum(metrics, COLLECTION_SECONDS));
    }

    private int entries(String directory) {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(braid.pid()), directory))) {
            return (int) files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sum over all samples of a metric. */
    static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
