package io.braid.perf.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.report.Check;
import io.braid.perf.report.CheckTable;
import io.braid.perf.report.Html;
import io.braid.perf.report.LineChart;
import io.braid.perf.report.ReportJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A run for people and for programs. */
final class SoakReport {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MIB = 1 << 20;

    private SoakReport() {}

    static String text(Soak soak) {
        return "What happened: " + soak.happened() + ", seed " + soak.seed() + "\n\n" + CheckTable.of(soak.checks())
                + CheckTable.count(soak.checks()) + (soak.isComplete() ? "" : "; partial") + "\n";
    }

    static String json(Soak soak) {
        ObjectNode root = JSON.createObjectNode();
        root.put("minutes", soak.length().toSeconds() / 60.0);
        root.put("seed", soak.seed());
        root.put("partial", !soak.isComplete());
        root.putPOJO("happened", soak.happened());
        ReportJson.checks(root, soak.checks());
        ArrayNode samples = root.putArray("samples");
        for (Sample sample : soak.samples()) {
            samples.addPOJO(sample);
        }
        return root.toPrettyString() + "\n";
    }

    static String html(Soak soak) {
        List<Sample> samples = soak.samples();
        return Html.fill(
                SoakReport.class,
                "report.html",
                Map.of(
                        "lead", Html.escape(lead(soak)),
                        "problems",
                                Html.problems(soak.checks().stream()
                                        .filter(check -> !check.ok())
                                        .map(check -> check.expected() + ": " + check.found())
                                        .toList()),
                        "charts",
                                chart("Memory", "MiB resident", samples, sample -> sample.residentBytes() / MIB)
                                        + chart("Files", "open file descriptors", samples, Sample::files)
                                        + chart("Threads", "of the process", samples, Sample::threads)
                                        + chart("Packet buffers", "out of the pool", samples, Sample::buffers)
                                        + chart("Flows", "remembered", samples, Sample::flows)
                                        + chart("Garbage", "collections so far", samples, Sample::collections),
                        "checks", checks(soak)));
    }

    private static String lead(Soak soak) {
        return String.format(
                Locale.ROOT,
                "%.0f minutes of traffic over four uplinks, in which links failed, NICs were drained, and tasks came and went: %s. Seed %d%s.",
                soak.length().toSeconds() / 60.0,
                soak.happened(),
                soak.seed(),
                soak.isComplete() ? "" : "; this run was not finished");
    }

    private static String chart(String title, String unit, List<Sample> samples, ToDoubleFunction<Sample> figure) {
        return "<div class=\"card\"><h2>" + title + "</h2><p>" + unit + "</p>"
                + LineChart.of(
                        samples.stream().map(Sample::seconds).toList(),
                        samples.stream().mapToDouble(figure).boxed().toList(),
                        "--s0")
                + "</div>";
    }

    private static String checks(Soak soak) {
        return soak.checks().stream()
                .map(SoakReport::row)
                .collect(Collectors.joining(
                        "",
                        "<table><thead><tr><th>must be so</th><th>found</th><th></th></tr></thead><tbody>",
                        "</tbody></table>"));
    }

    private static String row(Check check) {
        return "<tr><td>" + Html.escape(check.expected()) + "</td><td>" + Html.escape(check.found()) + "</td><td>"
                + (check.ok() ? "yes" : "<b>no</b>") + "</td></tr>";
    }
}
