package io.braid.dataplane.web;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The samples of one scrape in the making. For one thread. */
final class Samples {
    private final Map<Family, List<DataPointSnapshot>> points = new LinkedHashMap<>();

    /**
     * Adds a counter's or a gauge's value.
     *
     * @param labels a value for each of the family's labels
     */
    void add(Family family, double value, String... labels) {
        Labels named = labels(family, labels);
        add(
                family,
                switch (family.kind()) {
                    case COUNTER -> new CounterSnapshot.CounterDataPointSnapshot(value, named, null, 0);
                    case GAUGE -> new GaugeSnapshot.GaugeDataPointSnapshot(value, named, null);
                    case INFO, SUMMARY -> throw new IllegalArgumentException(family.name());
                });
    }

    /** Adds a count; beyond 2^53 Prometheus knows it only roughly. */
    void add(Family family, long value, String... labels) {
        add(family, (double) value, labels);
    }

    /** Adds a gauge that is 1 or 0. */
    void add(Family family, boolean value, String... labels) {
        add(family, value ? 1L : 0L, labels);
    }

    /** Adds an info. */
    void addInfo(Family family, String... labels) {
        add(family, new InfoSnapshot.InfoDataPointSnapshot(labels(family, labels)));
    }

    /** Adds a summary without quantiles. */
    void addSummary(Family family, long count, double sum, String... labels) {
        add(
                family,
                new SummarySnapshot.SummaryDataPointSnapshot(
                        count, sum, Quantiles.EMPTY, labels(family, labels), Exemplars.EMPTY, 0));
    }

    /**
     * Adds a summary with quantiles.
     *
     * @param quantiles value by quantile, 0 to 1
     */
    void addSummary(Family family, long count, double sum, Map<Double, Double> quantiles, String... labels) {
        List<Quantile> all = new ArrayList<>();
        quantiles.forEach((quantile, value) -> all.add(new Quantile(quantile, value)));
        add(
                family,
                new SummarySnapshot.SummaryDataPointSnapshot(
                        count, sum, Quantiles.of(all), labels(family, labels), Exemplars.EMPTY, 0));
    }

    /**
     * Adds a gauge for each state there is, 1 for the one that holds.
     *
     * @param states all of them
     * @param labels those before the last, which is the state
     */
    void addState(Family family, List<String> states, String now, String... labels) {
        for (String state : states) {
            String[] all = new String[labels.length + 1];
            System.arraycopy(labels, 0, all, 0, labels.length);
            all[labels.length] = state;
            add(family, state.equals(now), all);
        }
    }

    private void add(Family family, DataPointSnapshot point) {
        points.computeIfAbsent(family, _ -> new ArrayList<>()).add(point);
    }

    private static Labels labels(Family family, String... values) {
        return Labels.of(family.labels(), List.of(values));
    }

    /**
     * All of them, in the library's terms.
     *
     * @throws IllegalArgumentException if two samples have the same name and labels
     */
    MetricSnapshots snapshots() {
        var snapshots = new ArrayList<MetricSnapshot>();
        points.forEach((family, samples) -> snapshots.add(snapshot(family, samples)));
        return new MetricSnapshots(snapshots);
    }

    private static MetricSnapshot snapshot(Family family, List<DataPointSnapshot> samples) {
        var metadata = new MetricMetadata(family.baseName(), family.help());
        return switch (family.kind()) {
            case COUNTER ->
                new CounterSnapshot(metadata, cast(samples, CounterSnapshot.CounterDataPointSnapshot.class));
            case GAUGE -> new GaugeSnapshot(metadata, cast(samples, GaugeSnapshot.GaugeDataPointSnapshot.class));
            case INFO -> new InfoSnapshot(metadata, cast(samples, InfoSnapshot.InfoDataPointSnapshot.class));
            case SUMMARY ->
                new SummarySnapshot(metadata, cast(samples, SummarySnapshot.SummaryDataPointSnapshot.class));
        };
    }

    private static <T> List<T> cast(List<DataPointSnapshot> samples, Class<T> type) {
        return samples.stream().map(type::cast).toList();
    }
}
