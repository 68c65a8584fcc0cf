package io.braid.perf.report;

import java.util.Locale;

/** A {@link Timeline} as inline SVG: a band per uplink, stacked, with what happened shaded or marked. */
public final class TimelineChart {
    /** Of a chart as wide as a page, pixels; one in half of it is half as wide, so that its letters are as large. */
    public static final int WIDE = 960;

    /** Of a chart that has half of a page's width. */
    public static final int HALF = 460;

    private static final int WIDE_HEIGHT = 280;
    private static final int HALF_HEIGHT = 190;
    private static final int LEFT = 56;
    private static final int RIGHT = 8;
    private static final int TOP = 24;
    private static final int BOTTOM = 26;
    private static final int Y_STEPS = 4;
    private static final int X_STEP_PIXELS = 110;

    private final Timeline timeline;
    private final int width;
    private final int height;
    private final double nominal;
    private final double unit;
    private final String unitName;
    private final double top;
    private final double seconds;

    private TimelineChart(Timeline timeline, int width, double nominal, double unit, String unitName) {
        this.timeline = timeline;
        this.width = width;
        this.height = width == WIDE ? WIDE_HEIGHT : HALF_HEIGHT;
        this.nominal = nominal;
        this.unit = unit;
        this.unitName = unitName;
        this.top = Math.max(nominal, timeline.most()) * 1.02;
        this.seconds =
                timeline.points().isEmpty() ? 1 : timeline.points().getLast().seconds();
    }

    /**
     * Throughput over time.
     *
     * @param width {@link #WIDE} or {@link #HALF}
     * @param nominal bits per second that the axis has room for at least
     */
    public static String throughput(Timeline timeline, int width, double nominal) {
        return new TimelineChart(timeline, width, nominal, 1e6, "Mbit/s").svg();
    }

    /** Shares over time. */
    public static String shares(Timeline timeline, int width) {
        return new TimelineChart(timeline.shares(), width, 100, 1, "%").svg();
    }

    private String svg() {
        return String.format(Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", width, height) + axes() + bands()
                + marks() + "</svg>";
    }

    private String bands() {
        var svg = new StringBuilder();
        double[] floor = new double[timeline.points().size()];
        int uplinks = timeline.points().isEmpty()
                ? 0
                : timeline.points().getFirst().values().size();
        for (int uplink = 0; uplink < uplinks; uplink++) {
            var upper = new StringBuilder();
            var lower = new StringBuilder();
            for (int i = 0; i < floor.length; i++) {
                Timeline.Point point = timeline.points().get(i);
                lower.insert(0, String.format(Locale.ROOT, " %.1f,%.1f", x(point.seconds()), y(floor[i])));
                floor[i] += point.values().get(uplink);
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
                    width - RIGHT,
                    y(value),
                    y(value),
                    LEFT - 8,
                    y(value) + 4,
                    value / unit));
        }
        svg.append("<text x=\"0\" y=\"12\">").append(unitName).append("</text>");
        int step = step();
        for (int second = 0; second <= seconds; second += step) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d s</text>",
                    x(second),
                    height - 6,
                    second));
        }
        return svg.toString();
    }

    /** Seconds between numbers of the axis, so that they do not run into each other. */
    private int step() {
        for (int step : new int[] {1, 2, 5, 10, 20, 30}) {
            if (seconds / step <= (double) width / X_STEP_PIXELS) {
                return step;
            }
        }
        return 60;
    }

    private String marks() {
        var svg = new StringBuilder();
        for (Timeline.Span span : timeline.spans()) {
            double from = x(span.from());
            double to = x(Math.min(span.to(), seconds));
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"var(--shade)\"/>",
                    from,
                    TOP,
                    to - from,
                    height - TOP - BOTTOM));
            svg.append(mark(from)).append(mark(to));
            svg.append(String.format(
                    Locale.ROOT,
                    "<text class=\"mark\" x=\"%.1f\" y=\"12\" text-anchor=\"middle\">%s</text>",
                    (from + to) / 2,
                    Html.escape(span.label())));
        }
        return svg.toString();
    }

    private String mark(double x) {
        return String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(--bad)\"/>",
                x,
                x,
                TOP,
                height - BOTTOM);
    }

    private double x(double second) {
        return LEFT + second / seconds * (width - LEFT - RIGHT);
    }

    private double y(double value) {
        return height - BOTTOM - value / top * (height - TOP - BOTTOM);
    }
}
