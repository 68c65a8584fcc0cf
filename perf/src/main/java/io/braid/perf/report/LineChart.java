package io.braid.perf.report;

import java.util.List;
import java.util.Locale;

/** One figure over time as inline SVG, from zero to its most. */
public final class LineChart {
    private static final int WIDTH = 470;
    private static final int HEIGHT = 180;
    private static final int LEFT = 58;
    private static final int RIGHT = 12;
    private static final int TOP = 12;
    private static final int BOTTOM = 26;
    private static final int STEPS = 4;
    private static final double SECONDS_PER_MINUTE = 60;

    private LineChart() {}

    /**
     * Draws it.
     *
     * @param seconds when each value was taken, rising
     * @param values as many, 0 or more
     * @param color a CSS variable of the page
     */
    public static String of(List<Double> seconds, List<Double> values, String color) {
        double end = seconds.isEmpty() ? 1 : Math.max(1, seconds.getLast());
        double top = top(values.stream().mapToDouble(Double::doubleValue).max().orElse(1));
        var svg = new StringBuilder(text("<svg viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, HEIGHT));
        for (int step = 0; step <= STEPS; step++) {
            double y = y(top * step / STEPS, top);
            svg.append(text(
                    "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT, WIDTH - RIGHT, y, y, LEFT - 8, y + 4, number(top * step / STEPS)));
        }
        svg.append(text(
                "<text x=\"%d\" y=\"%d\">0</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
                LEFT,
                HEIGHT - 6,
                WIDTH - RIGHT,
                HEIGHT - 6,
                end < 2 * SECONDS_PER_MINUTE ? text("%.0f s", end) : text("%.0f min", end / SECONDS_PER_MINUTE)));
        var points = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            points.append(
                    text(" %.1f,%.1f", LEFT + seconds.get(i) / end * (WIDTH - LEFT - RIGHT), y(values.get(i), top)));
        }
        return svg.append("<polyline points=\"")
                .append(points.toString().strip())
                .append("\" fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke=\"var(")
                .append(color)
                .append(")\"/></svg>")
                .toString();
    }

    /** A round number that is not below a value. */
    private static double top(double most) {
        double unit = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1))));
        for (double factor : new double[] {1, 2, 4, 5, 8}) {
            if (most <= factor * unit) {
                return factor * unit;
            }
        }
        return 10 * unit;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? text("%,.0f", value) : text("%.2f", value);
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    }

    @SuppressWarnings("AnnotateFormatMethod") // see Narrator
    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
