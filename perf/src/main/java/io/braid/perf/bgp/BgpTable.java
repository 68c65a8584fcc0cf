package io.braid.perf.bgp;

import io.braid.perf.lab.StreamCount;
import io.braid.perf.report.Series;
import java.util.Locale;

/** The figures for a person. */
final class BgpTable {
    private BgpTable() {}

    static String of(BgpFigures f) {
        var text = new StringBuilder();
        line(text, "with " + f.peer(), "median", "worst", "target", "");
        for (Series series : f.series()) {
            line(
                    text,
                    series.what(),
                    millis(series.median()),
                    millis(series.worst()),
                    series.hasTarget() ? target(series) : "",
                    series.hasTarget() ? verdict(series.met()) : "");
        }
        BgpFigures.Drained drains = f.drains();
        StreamCount all = drains.all();
        text.append(String.format(
                Locale.ROOT,
                "%n%d of %d packets lost while uplinks were drained and taken back (in %d of %d, out %d of %d; %d reordered), target 0: %s%n"
                        + "%d of %d packets lost while nothing was drained%n",
                all.lost(),
                all.sent(),
                drains.in().lost(),
                drains.in().sent(),
                drains.out().lost(),
                drains.out().sent(),
                all.reordered(),
                verdict(all.lost() == 0),
                drains.undisturbed().lost(),
                drains.undisturbed().sent()));
        text.append(String.format(
                Locale.ROOT,
                "%d routes to tasks seen by the spine, target 0: %s%n",
                f.leaked().size(),
                verdict(f.leaked().isEmpty())));
        return text.toString();
    }

    private static void line(
            StringBuilder text, String what, String median, String worst, String target, String verdict) {
        text.append(String.format(Locale.ROOT, "%-58s %10s %10s  %-16s %s", what, median, worst, target, verdict)
                        .stripTrailing())
                .append(System.lineSeparator());
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.1f ms", millis);
    }

    private static String target(Series series) {
        return String.format(
                Locale.ROOT,
                "%s <= %.0f ms",
                series.judged() == Series.Judged.MEDIAN ? "median" : "worst",
                series.target());
    }

    private static String verdict(boolean met) {
        return met ? "met" : "missed";
    }
}
