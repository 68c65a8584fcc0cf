package io.braid.perf.demo;

import io.braid.perf.lab.UplinkMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Outbound throughput over time as inline SVG: a band per uplink, stacked, with the time without link shaded. */
final class TimelineChart {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 280;
    private static final int LEFT = 56;
    private static final int RIGHT = 8;
    private static final int TOP = 24;
    private static final int BOTTOM = 26;
    private static final int Y_STEPS = 4;
    private static final int X_STEP_SECONDS = 2;

    /** Bits per second of each uplink in the time around one moment. */
    private record Point(double seconds, List<Double> bitsPerSecond) {}

    private final FailoverResult failover;
    private final double nominal;
    private final double top;
    private final double seconds;
    private final List<Point> points;

    private TimelineChart(FailoverResult failover, long uplinkRate, int uplinks) {
        this.failover = failover;
        this.points = points(failover.samples(), failover.startNanos());
        double most = points.stream()
                .mapToDouble(p -> p.bitsPerSecond().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .max()
                .orElse(1);
        this.nominal = (double) uplinkRate * uplinks;
        this.top = Math.max(nominal, most) * 1.02;
        this.seconds = points.isEmpty() ? 1 : points.getLast().seconds();
    }

    static String of(FailoverResult failover, long uplinkRate, int uplinks) {
        var chart = new TimelineChart(failover, uplinkRate, uplinks);
        return String.format(Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, HEIGHT) + chart.axes()
                + chart.bands(uplinks) + chart.marks() + "</svg>";
    }

    private static List<Point> points(List<UplinkMeter.Sample> samples, long startNanos) {
        List<Point> points = new ArrayList<>();
        for (int i = 1; i < samples.size(); i++) {
            UplinkMeter.Sample a = samples.get(i - 1);
            UplinkMeter.Sample b = samples.get(i);
            if (a.nanos() < startNanos) {
                continue;
            }
            List<Double> rates = new ArrayList<>();
            for (int uplink = 0; uplink < a.out().size(); uplink++) {
                rates.add((b.out().get(uplink) - a.out().get(uplink)) * 8e9 / (b.nanos() - a.nanos()));
            }
            points.add(new Point(((a.nanos() + b.nanos()) / 2.0 - startNanos) / 1e9, rates));
        }
        return points;
    }

    private String bands(int uplinks) {
        var svg = new StringBuilder();
        double[] floor = new double[points.size()];
        for (int uplink = 0; uplink < uplinks; uplink++) {
            var upper = new StringBuilder();
            var lower = new StringBuilder();
            for (int i = 0; i < points.size(); i++) {
                Point point = points.get(i);
                lower.insert(0, String.format(Locale.ROOT, " %.1f,%.1f", x(point.seconds()), y(floor[i])));
                floor[i] += point.bitsPerSecond().get(uplink);
                upper.append(String.format(Locale.ROOT, " %.1f,%.1f", x(point.seconds()), y(floor[i])));
            }
            svg.append("<polygon points=\"")
                    .append(upper.toString().strip())
                    .append(lower)
                    .append("\" fill=\"var(--s")
                    .append(uplink)
                    .append(")\" stroke=\"var(--card)\" stroke-width=\"1\"/>");
        }
        return svg.toString();
    }

    private String axes() {
        var svg = new StringBuilder();
        for (int i = 0; i <= Y_STEPS; i++) {
            double value = nominal * i / Y_STEPS;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>",
                    LEFT,
                    WIDTH - RIGHT,
                    y(value),
                    y(value),
                    LEFT - 8,
                    y(value) + 4,
                    value / 1e6));
        }
        svg.append("<text x=\"0\" y=\"12\">Mbit/s</text>");
        for (int second = 0; second <= seconds; second += X_STEP_SECONDS) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d s</text>",
                    x(second),
                    HEIGHT - 6,
                    second));
        }
        return svg.toString();
    }

    private String marks() {
        double down = x((failover.failedNanos() - failover.startNanos()) / 1e9);
        double up = x((failover.restoredNanos() - failover.startNanos()) / 1e9);
        return String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"var(--shade)\"/>"
                        + "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(--bad)\"/>"
                        + "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(--bad)\"/>"
                        + "<text class=\"mark\" x=\"%.1f\" y=\"12\" text-anchor=\"middle\">link down</text>",
                down,
                TOP,
                up - down,
                HEIGHT - TOP - BOTTOM,
                down,
                down,
                TOP,
                HEIGHT - BOTTOM,
                up,
                up,
                TOP,
                HEIGHT - BOTTOM,
                (down + up) / 2);
    }

    private double x(double second) {
        return LEFT + second / seconds * (WIDTH - LEFT - RIGHT);
    }

    private double y(double bitsPerSecond) {
        return HEIGHT - BOTTOM - bitsPerSecond / top * (HEIGHT - TOP - BOTTOM);
    }
}
