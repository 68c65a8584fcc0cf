package io.braid.perf.demo;

import io.braid.perf.lab.Rate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One run as a page that needs nothing but itself: styles and charts are in it, light or dark as the reader's system is. */
final class HtmlReport {
    private static final String TEMPLATE = "report.html";

    private HtmlReport() {}

    static String of(DemoResult r) {
        String victim = r.uplinkNames().get(r.failover().uplink());
        return fill(
                template(),
                Map.of(
                        "title", escape(title(r)),
                        "lead", escape(lead(r)),
                        "problems", problems(r),
                        "tiles", tiles(r),
                        "flows", Integer.toString(r.flows()),
                        "uplinks", Integer.toString(r.uplinkNames().size()),
                        "throughput", throughput(r),
                        "shares", shares(r),
                        "victim", escape(victim),
                        "timeline",
                                TimelineChart.of(
                                        r.failover(),
                                        r.rateBitsPerSecond(),
                                        r.uplinkNames().size())),
                Map.of("legend", legend(r), "table", ReportTable.of(r), "returned", returned(r)));
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
        return tile(number("%.2f×", r.speedupOut()), "throughput out, against one uplink", false)
                + tile(number("%.2f×", r.speedupIn()), "throughput in, against one uplink", false)
                + tile(
                        f.outbound().movedSurvivors() + " of " + f.outbound().survivors(),
                        "flows of healthy uplinks moved by the failure",
                        f.outbound().movedSurvivors() > 0)
                + tile(f.lostConnections() + " of " + f.connections(), "connections lost", f.lostConnections() > 0);
    }

    private static String tile(String value, String caption, boolean bad) {
        return "<div class=\"card tile" + (bad ? " bad" : "") + "\"><b>" + escape(value) + "</b><span>"
                + escape(caption) + "</span></div>";
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
            bars.add(new BarChart.Bar(names.get(i), shares.get(i), number("%.1f %%", shares.get(i) * 100), "--s" + i));
        }
        return bars;
    }

    private static String legend(DemoResult r) {
        var html = new StringBuilder();
        for (int i = 0; i < r.uplinkNames().size(); i++) {
            html.append("<span><i style=\"background:var(--s")
                    .append(i)
                    .append(")\"></i>")
                    .append(escape(r.uplinkNames().get(i)))
                    .append("</span>");
        }
        return html.toString();
    }

    /** Why the band of a returned uplink stays away. */
    private static String returned(DemoResult r) {
        return r.failover().movedBack() == 0
                ? "; no flow under way is moved to an uplink that returns, it takes new ones"
                : "";
    }

    private static String problems(DemoResult r) {
        if (r.problems().isEmpty()) {
            return "";
        }
        return r.problems().stream()
                .map(problem -> "<li>" + escape(problem) + "</li>")
                .collect(Collectors.joining("", "<ul class=\"problems\">", "</ul>"));
    }

    private static double largest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    }

    @SuppressWarnings("AnnotateFormatMethod") // see Narrator
    static String number(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String fill(String template, Map<String, String> values, Map<String, String> moreValues) {
        String page = template;
        for (Map<String, String> part : List.of(values, moreValues)) {
            for (var value : part.entrySet()) {
                page = page.replace("{{" + value.getKey() + "}}", value.getValue());
            }
        }
        return page;
    }

    private static String template() {
        try (InputStream stream = HtmlReport.class.getResourceAsStream(TEMPLATE)) {
            if (stream == null) {
                throw new IllegalStateException("no " + TEMPLATE + " on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
