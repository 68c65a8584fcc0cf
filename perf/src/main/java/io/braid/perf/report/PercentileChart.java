package io.braid.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Latency by percentile as inline SVG, both axes logarithmic: to the right each step has a tenth of the requests that the one before has, the slowest
 * ones; upwards each line is ten times as long.
 */
public final class PercentileChart {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 300;
    private static final int LEFT = 64;
    private static final int RIGHT = 90;
    private static final int TOP = 12;
    private static final int BOTTOM = 26;
    private static final int STEPS_PER_NINE = 24;

    /** One request in so many is shown, if there are as many. */
    private static final int MOST_NINES = 4;

    /**
     * One line.
     *
     * @param millis what was not exceeded by the requests but for one in ten to the index, in parts of {@link #STEPS_PER_NINE}
     * @param color a CSS variable of the page
     */
    public record Curve(String name, List<Double> millis, String color) {
        /** Of a histogram of nanoseconds, as far as it has enough values for. */
        public static Curve of(String name, Histogram nanos, String color) {
            List<Double> millis = new ArrayList<>();
            double nines = Math.min(MOST_NINES, Math.log10((double) nanos.getTotalCount()));
            for (int step = 0; step <= nines * STEPS_PER_NINE; step++) {
                double percentile = 100 - 100 * Math.pow(10, -(double) step / STEPS_PER_NINE);
                millis.add(Math.max(nanos.getValueAtPercentile(percentile), 1) / 1e6);
            }
            return new Curve(name, millis, color);
        }
    }

    private final List<Curve> curves;
    private final int nines;
    private final int lowest;
    private final int highest;

    private PercentileChart(List<Curve> curves) {
        this.curves = curves;
        int steps =
                curves.stream().mapToInt(curve -> curve.millis().size()).max().orElse(1);
        nines = Math.max(1, (int) Math.ceil((steps - 1.0) / STEPS_PER_NINE));
        lowest = (int) Math.floor(Math.log10(extreme(false)));
        highest = Math.max(lowest + 1, (int) Math.ceil(Math.log10(extreme(true))));
    }

    /** Draws them on one scale. */
    public static String of(List<Curve> curves) {
        var chart = new PercentileChart(curves);
        return String.format(Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, HEIGHT) + chart.axes()
                + chart.lines() + "</svg>";
    }

    private double extreme(boolean most) {
        var all = curves.stream().flatMap(curve -> curve.millis().stream()).mapToDouble(Double::doubleValue);
        return (most ? all.max() : all.min()).orElse(1);
    }

    private String axes() {
        var svg = new StringBuilder();
        for (int power = lowest; power <= highest; power++) {
            double y = y(Math.pow(10, power));
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT,
                    WIDTH - RIGHT,
                    y,
                    y,
                    LEFT - 8,
                    y + 4,
                    duration(power)));
        }
        for (int nine = 0; nine <= nines; nine++) {
            double x = x(nine * STEPS_PER_NINE);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                            + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    x,
                    x,
                    TOP,
                    HEIGHT - BOTTOM,
                    x,
                    HEIGHT - 6,
                    percentile(nine)));
        }
        return svg.toString();
    }

    private static String duration(int power) {
        return power >= 3
                ? String.format(Locale.ROOT, "%.0f s", Math.pow(10, power - 3))
                : String.format(Locale.ROOT, power < 0 ? "%." + -power + "f ms" : "%.0f ms", Math.pow(10, power));
    }

    private static String percentile(int nine) {
        return nine == 0
                ? "fastest"
                : nine == 1
                        ? "90 %"
                        : String.format(
                                Locale.ROOT, "%." + (nine - 2) + "f %%", 100 - 100 * Math.pow(10, -(double) nine));
    }

    private String lines() {
        var svg = new StringBuilder();
        for (Curve curve : curves) {
            var points = new StringBuilder();
            for (int step = 0; step < curve.millis().size(); step++) {
                points.append(String.format(
                        Locale.ROOT, " %.1f,%.1f", x(step), y(curve.millis().get(step))));
            }
            svg.append("<polyline points=\"")
                    .append(points.toString().strip())
                    .append("\" fill=\"none\" stroke-width=\"2.5\" stroke-linejoin=\"round\" stroke=\"var(")
                    .append(curve.color())
                    .append(")\"/>");
            svg.append(String.format(
                    Locale.ROOT,
                    "<text class=\"value\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                    x(curve.millis().size() - 1) + 8,
                    y(curve.millis().getLast()) + 4,
                    Html.escape(curve.name())));
        }
        return svg.toString();
    }

    private double x(int step) {
        return LEFT + (double) step / STEPS_PER_NINE / nines * (WIDTH - LEFT - RIGHT);
    }

    private double y(double millis) {
        double part = (Math.log10(millis) - lowest) / (highest - lowest);
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
    }
}
