package io.braid.dataplane.latency;

import io.braid.dataplane.engine.WorkerLatency;
import io.braid.dataplane.engine.WorkerLatency.Stage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** What one worker recorded of one stage: intervals of the last minute, and how much it was in all. */
final class StageHistory {
    private final String worker;
    private final Stage stage;
    private final WorkerLatency source;
    private final int intervals;
    private final Deque<Histogram> recent = new ArrayDeque<>();
    private long count;
    private double sumNanos;

    /** @param intervals how many {@link #figures} are of */
    StageHistory(String worker, Stage stage, WorkerLatency source, int intervals) {
        this.worker = worker;
        this.stage = stage;
        this.source = source;
        this.intervals = intervals;
    }

    /** Ends an interval, and returns it. */
    synchronized Histogram next() {
        Histogram ended = source.take(stage, recent.size() < intervals ? null : recent.removeFirst());
        ended.setTag(worker + "." + stage.name().toLowerCase(Locale.ROOT));
        recent.addLast(ended);
        count += ended.getTotalCount();
        sumNanos += ended.getMean() * ended.getTotalCount();
        return ended;
    }

    synchronized LatencyFigures figures() {
        LatencyFigures.Percentiles percentiles = new LatencyFigures.Percentiles(0, 0, 0, 0, 0, 0);
        if (recent.stream().anyMatch(histogram -> histogram.getTotalCount() > 0)) {
            Histogram all = recent.getFirst().copy();
            recent.stream().skip(1).forEach(all::add);
            percentiles = new LatencyFigures.Percentiles(
                    all.getTotalCount(),
                    all.getValueAtPercentile(50),
                    all.getValueAtPercentile(90),
                    all.getValueAtPercentile(99),
                    all.getValueAtPercentile(99.9),
                    all.getMaxValue());
        }
        return new LatencyFigures(worker, stage, percentiles, count, sumNanos);
    }
}
