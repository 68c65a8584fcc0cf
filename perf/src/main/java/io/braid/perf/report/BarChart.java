package io.braid.perf.report;

import java.util.List;
import java.util.Locale;

/** Horizontal bars as inline SVG, in groups with a heading, all on one scale. */
public final class BarChart {
    /**
     * One bar.
     *
     * @param name written before it; may be empty
     * @param value its length, on the chart's scale
     * @param text written after it
     * @param color a CSS variable of the page
     */
    public record Bar(String name, double value, String text, String color) {}

    /** Bars under a heading. */
    public record Group(String heading, List<Bar> bars) {}

    private static final int WIDTH = 460;
    private static final int LEFT = 44;
    private static final int RIGHT = 108;
    private static final int BAR = 18;
    private static final int STEP = 24;
    private static final int HEADING = 22;
    private static final int GAP = 12;

    private BarChart() {}

    /**
     * Draws the groups one below the other.
     *
     * @param full the value of a bar over the whole width
     * @param guide a value to mark with a dashed line, or 0 for none
     */
    public static String of(List<Group> groups, double full, double guide) {
        var svg = new StringBuilder();
        int y = 0;
        for (Group group : groups) {
            svg.append(text(0, y + 14, "", group.heading()));
            int top = y + HEADING;
            y = top;
            for (Bar bar : group.bars()) {
                double length = Math.max(1, bar.value() / full * (WIDTH - LEFT - RIGHT));
                svg.append(text(0, y + 14, "", bar.name()));
                svg.append(rectangle(LEFT, y, WIDTH - LEFT - RIGHT, "--track"));
                svg.append(rectangle(LEFT, y, length, bar.color()));
                svg.append(text(WIDTH - RIGHT + 10, y + 14, "value", bar.text()));
                y += STEP;
            }
            if (guide > 0) {
                double x = LEFT + guide / full * (WIDTH - LEFT - RIGHT);
                svg.append(String.format(
                        Locale.ROOT,
                        "<line class=\"guide\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                        x,
                        x,
                        top - 3,
                        y - STEP + BAR + 3));
            }
            y += GAP;
        }
        return String.format(Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, y - GAP) + svg + "</svg>";
    }

    private static String rectangle(double x, int y, double width, String color) {
        return String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"3\" fill=\"var(%s)\"/>",
                x,
                y,
                width,
                BAR,
                color);
    }

    private static String text(int x, int y, String cssClass, String text) {
        return "<text x=\"" + x + "\" y=\"" + y + "\" class=\"" + cssClass + "\">" + Html.escape(text) + "</text>";
    }
}
