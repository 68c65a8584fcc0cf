package io.braid.dataplane.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How long packets stay in the dataplane.
 *
 * @param interval how often what was measured is taken
 * @param log the file of histograms
 * @param size bytes of a file
 * @param files how many are kept
 */
public record LatencyConfig(
        @Option(
                doc = "How often what workers measured is taken; metrics show the intervals of the last minute.",
                defaultValue = "10s",
                range = "1s..60s")
        Duration interval,

        @Option(
                doc =
                        "A file for histograms of how long packets stayed with each worker and in the rings between them, in HdrHistogram's log format: a line for each interval, tagged"
                                + " `worker.stage`. A file that has its `size` is renamed to end in `.1`, the one before in `.2` and so on. Without this option nothing is written.",
                example = "/var/log/braid/latency.hlog")
        Optional<Path> log,

        @Option(
                doc = "How large a file gets before the next one is begun.",
                defaultValue = "16MiB",
                range = "64KiB..1GiB")
        ByteSize size,

        @Option(
                doc = "How many files are kept, the one that is written included.",
                defaultValue = "4",
                range = "1..100")
        int files) {}
