package io.braid.perf.evaluate;

import io.braid.perf.report.PercentileChart;
import io.braid.perf.report.Timeline;
import java.util.List;

/** Something to draw for a row. */
sealed interface Plot {
    String title();

    /** Throughput over time, each uplink's above the other's. */
    record Throughput(String title, Timeline timeline, List<String> uplinks, double nominal) implements Plot {}

    /** Each uplink's part over time. */
    record Shares(String title, Timeline timeline, List<String> uplinks) implements Plot {}

    /** How long the slowest took. */
    record Latency(String title, List<PercentileChart.Curve> curves) implements Plot {}
}
