package io.braid.perf.tasks;

import java.util.List;
import java.util.Locale;

/**
 * Two things measured in turn, in packets a second of both directions.
 *
 * @param measured what is judged, in words
 * @param measuredRates in order, at least one
 * @param reference what it is compared with, in words
 * @param referenceRates in order, as many
 * @param how the cores were shared
 */
record Throughput(
        String measured, List<Double> measuredRates, String reference, List<Double> referenceRates, String how) {
    Throughput {
        measuredRates = List.copyOf(measuredRates);
        referenceRates = List.copyOf(referenceRates);
        if (measuredRates.isEmpty() || measuredRates.size() != referenceRates.size()) {
            throw new IllegalArgumentException("rates " + measuredRates + " and " + referenceRates);
        }
    }

    /** The median of one over the median of the other. */
    double ratio() {
        return median(measuredRates) / median(referenceRates);
    }

    static double median(List<Double> rates) {
        List<Double> sorted = rates.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** In words, with the spread. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "ratio %.2f: %s %s, %s %s; %s",
                ratio(),
                measured,
                words(measuredRates),
                reference,
                words(referenceRates),
                how);
    }

    private static String words(List<Double> rates) {
        double least = rates.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = rates.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return String.format(
                Locale.ROOT,
                "median %.0f kpps (%.0f to %.0f in %d)",
                median(rates) / 1e3,
                least / 1e3,
                most / 1e3,
                rates.size());
    }
}
