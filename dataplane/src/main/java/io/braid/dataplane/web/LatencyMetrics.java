package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.summary;

import io.braid.dataplane.latency.LatencyFigures;
import io.braid.dataplane.latency.LatencyFigures.Percentiles;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How long packets stay, by samples. */
final class LatencyMetrics implements MetricGroup {
    private static final double NANOS_PER_SECOND = 1e9;

    private static final Family LATENCY = summary(
            "braid_packet_latency_seconds",
            "How long packets stayed with a worker (from the turn that took them until they were handed on) or in the ring to it, by samples; quantiles are of the last minute.",
            "worker",
            "stage");

    @Override
    public List<Family> families() {
        return List.of(LATENCY);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        for (LatencyFigures figures : moment.latencies()) {
            to.addSummary(
                    LATENCY,
                    figures.count(),
                    figures.sumNanos() / NANOS_PER_SECOND,
                    quantiles(figures.recent()),
                    figures.worker(),
                    figures.stage().name().toLowerCase(Locale.ROOT));
        }
    }

    /** None without samples: 0 would be a wrong answer. */
    private static Map<Double, Double> quantiles(Percentiles recent) {
        Map<Double, Double> quantiles = new TreeMap<>();
        if (recent.count() > 0) {
            quantiles.put(0.5, recent.p50() / NANOS_PER_SECOND);
            quantiles.put(0.9, recent.p90() / NANOS_PER_SECOND);
            quantiles.put(0.99, recent.p99() / NANOS_PER_SECOND);
            quantiles.put(0.999, recent.p999() / NANOS_PER_SECOND);
            quantiles.put(1.0, recent.most() / NANOS_PER_SECOND);
        }
        return quantiles;
    }
}
