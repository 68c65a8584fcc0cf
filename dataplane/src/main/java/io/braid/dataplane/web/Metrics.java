package io.braid.dataplane.web;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;

/** All metrics there are. Any thread. */
public final class Metrics {
    private static final List<MetricGroup> GROUPS = List.of(
            new HostMetrics(),
            new UplinkMetrics(),
            new PathMetrics(),
            new TaskMetrics(),
            new AnnouncementMetrics(),
            new BgpMetrics(),
            new BfdMetrics(),
            new WorkerMetrics(),
            new LatencyMetrics(),
            new FlowMetrics(),
            new MempoolMetrics(),
            new JvmMetrics());

    private Metrics() {}

    /** All families, by subject. */
    public static List<Family> families() {
        return GROUPS.stream().flatMap(group -> group.families().stream()).toList();
    }

    /** The samples of a moment; a family without any is left out. */
    static MetricSnapshots of(Moment moment) {
        var samples = new Samples();
        GROUPS.forEach(group -> group.collect(moment, samples));
        return samples.snapshots();
    }
}
