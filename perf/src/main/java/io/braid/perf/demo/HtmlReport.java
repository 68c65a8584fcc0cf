package io.braid.perf.demo;

import io.braid.perf.lab.FailoverResult;
import io.braid.perf.lab.Measurement;
import io.braid.perf.lab.Rate;
import io.braid.perf.report.BarChart;
import io.braid.perf.report.Html;
import io.braid.perf.report.Timeline;
import io.braid.perf.report.TimelineChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run as a page that needs nothing but itself: styles and charts are in it, light or dark as the reader's system is. */
final class HtmlReport {
    private static final String TEMPLATE = "report.html";

    private HtmlReport() {}

    static String of(DemoResult r) {
        String victim = r.uplinkNames().get(r.failover().uplink());
        return Html.fill(
                HtmlReport.class,
                TEMPLATE,
                Map.ofEntries(
                        Map.entry("title", Html.escape(title(r))),
                        Map.entry("lead", Html.escape(lead(r))),
                        Map.entry("problems", Html.problems(r.problems())),
                        Map.entry("tiles", tiles(r)),
                        Map.entry("flows", Integer.toString(r.flows())),
                        Map.entry("uplinks", Integer.toString(r.uplinkNames().size())),
                        Map.entry("throughput", throughput(r)),
                        Map.entry("shares", shares(r)),
                        Map.entry("victim", Html.escape(victim)),
                        Map.entry("timeline", timeline(r)),
                        Map.entry("legend", Html.legend(r.uplinkNames())),
                        Map.entry("table", ReportTable.of(r)),
                        Map.entry("returned", returned(r))));
    }

    private static String timeline(DemoResult r) {
        FailoverResult f = r.failover();
        var down = new Timeline.Span(
                (f.failedNanos() - f.startNanos()) / 1e9, (f.restoredNanos() - f.startNanos()) / 1e9, "link down");
        List<Timeline.Reading> readings = f.samples().stream()
                .map(sample -> new Timeline.Reading(sample.nanos(), sample.out()))
                .toList();
        return TimelineChart.throughput(
                Timeline.of(readings, f.startNanos(), Long.MAX_VALUE, List.of(down)),
                TimelineChart.WIDE,
                (double) r.rateBitsPerSecond() * r.uplinkNames().size());
    }

    private static String title(DemoResult r) {
        return r.uplinkNames().size() + " uplinks as one path, by " + r.forwarder();
    }

    private static String lead(DemoResult r) {
        return "Two containers exchange data with a storage server behind a rack switch, over uplinks of "
                + Rate.text((double) r.rateBitsPerSecond())
                + " each. All figures are taken outside of what is measured: from the switch's port counters, from captures on "
                + "its ports and from iperf3.";
    }

    private static String tiles(DemoResult r) {
        FailoverResult f = r.failover();
        return Html.tile(Html.number("%.2f×", r.speedupOut()), "throughput out, against one uplink", false)
                + Html.tile(Html.number("%.2f×", r.speedupIn()), "throughput in, against one uplink", false)
                + Html.tile(
                        f.outbound().movedSurvivors() + " of " + f.outbound().survivors(),
                        "flows of healthy uplinks moved by the failure",
                        f.outbound().movedSurvivors() > 0)
                + Html.tile(
                        f.lostConnections() + " of " + f.connections(), "connections lost", f.lostConnections() > 0);
    }

    private static String throughput(DemoResult r) {
        double full = Math.max(
                (double) r.rateBitsPerSecond() * r.uplinkNames().size(),
                Math.max(r.fourOut().bitsPerSecond(), r.fourIn().bitsPerSecond()));
        return BarChart.of(
                List.of(
                        new BarChart.Group("Out of the containers", pair(r.oneOut(), r.fourOut(), r)),
                        new BarChart.Group("Into the containers", pair(r.oneIn(), r.fourIn(), r))),
                full,
                0);
    }

    private static List<BarChart.Bar> pair(Measurement one, Measurement four, DemoResult r) {
        return List.of(
                new BarChart.Bar("1", one.bitsPerSecond(), Rate.text(one.bitsPerSecond()), "--one"),
                new BarChart.Bar(
                        Integer.toString(r.uplinkNames().size()),
                        four.bitsPerSecond(),
                        Rate.text(four.bitsPerSecond()),
                        "--four"));
    }

    private static String shares(DemoResult r) {
        double even = 1.0 / r.uplinkNames().size();
        double most = Math.max(largest(r.fourOut().shares()), largest(r.fourIn().shares()));
        return BarChart.of(
                List.of(
                        new BarChart.Group(
                                "Out", bars(r.uplinkNames(), r.fourOut().shares())),
                        new BarChart.Group(
                                "In", bars(r.uplinkNames(), r.fourIn().shares()))),
                Math.max(even * 1.25, most),
                even);
    }

    private static List<BarChart.Bar> bars(List<String> names, List<Double> shares) {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            bars.add(new BarChart.Bar(
                    names.get(i), shares.get(i), Html.number("%.1f %%", shares.get(i) * 100), "--s" + i));
        }
        return bars;
    }

    /** Why the band of a returned uplink stays away. */
    private static String returned(DemoResult r) {
        return r.failover().movedBack() == 0
                ? "; no flow under way is moved to an uplink that returns, it takes new ones"
                : "";
    }

    private static double largest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    }
}
