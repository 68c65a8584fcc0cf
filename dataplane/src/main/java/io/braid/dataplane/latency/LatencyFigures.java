package io.braid.dataplane.latency;

import io.braid.dataplane.engine.WorkerLatency.Stage;

/**
 * How long packets stayed with one worker, by samples.
 *
 * @param worker its name
 * @param stage where
 * @param recent of the last minute or so
 * @param count samples since start
 * @param sumNanos all of these together
 */
public record LatencyFigures(String worker, Stage stage, Percentiles recent, long count, double sumNanos) {
    /**
     * What was not exceeded by a part of the samples, in nanoseconds; all 0 without samples.
     *
     * @param count samples
     */
    public record Percentiles(long count, long p50, long p90, long p99, long p999, long most) {}
}
