package io.braid.perf.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What several uplinks carried over time, and what happened meanwhile.
 *
 * @param points in order of time
 * @param spans what to mark
 */
public record Timeline(List<Point> points, List<Span> spans) {
    /**
     * Bits per second of each uplink in the time around one moment.
     *
     * @param seconds since the beginning
     */
    public record Point(double seconds, List<Double> values) {
        /** Of all uplinks. */
        public double sum() {
            return values.stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    /**
     * Something that lasted.
     *
     * @param from seconds since the beginning
     * @param to the same as {@code from} for what happened at once
     */
    public record Span(double from, double to, String label) {}

    /**
     * The uplinks' byte counters at one moment.
     *
     * @param nanos {@link System#nanoTime()}
     */
    public record Reading(long nanos, List<Long> bytes) {}

    public Timeline {
        points = List.copyOf(points);
        spans = List.copyOf(spans);
    }

    /** Rates between readings, of which those outside of the time given are left out. */
    public static Timeline of(List<Reading> readings, long startNanos, long endNanos, List<Span> spans) {
        List<Point> points = new ArrayList<>();
        for (int i = 1; i < readings.size(); i++) {
            Reading a = readings.get(i - 1);
            Reading b = readings.get(i);
            if (a.nanos() < startNanos || b.nanos() > endNanos) {
                continue;
            }
            List<Double> rates = new ArrayList<>();
            for (int uplink = 0; uplink < a.bytes().size(); uplink++) {
                rates.add((b.bytes().get(uplink) - a.bytes().get(uplink)) * 8e9 / (b.nanos() - a.nanos()));
            }
            points.add(new Point(((a.nanos() + b.nanos()) / 2.0 - startNanos) / 1e9, rates));
        }
        return new Timeline(points, spans);
    }

    /** Each uplink's part of what all carried, in percent; moments at which next to nothing was carried are left out. */
    public Timeline shares() {
        double most = most();
        return new Timeline(
                points.stream()
                        .filter(point -> point.sum() > most * 0.05)
                        .map(point -> new Point(
                                point.seconds(),
                                point.values().stream()
                                        .map(value -> value * 100 / point.sum())
                                        .toList()))
                        .toList(),
                spans);
    }

    /** The most that all uplinks carried together at any time. */
    double most() {
        return points.stream().mapToDouble(Point::sum).max().orElse(0);
    }
}
