package io.braid.perf.evaluate;

import io.braid.perf.lab.Rate;
import io.braid.perf.report.Html;
import io.braid.perf.report.PercentileChart;
import io.braid.perf.report.TimelineChart;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A run as a page that needs nothing but itself. */
final class EvaluateHtml {
    private static final String TEMPLATE = "report.html";

    private EvaluateHtml() {}

    static String of(Evaluation evaluation) {
        return Html.fill(
                EvaluateHtml.class,
                TEMPLATE,
                Map.of(
                        "lead", Html.escape(lead(evaluation)),
                        "problems", Html.problems(problems(evaluation)),
                        "tiles", tiles(evaluation),
                        "table", table(evaluation),
                        "goals", goals(evaluation),
                        "rows",
                                evaluation.rows().stream()
                                        .map(EvaluateHtml::charts)
                                        .collect(Collectors.joining("\n"))));
    }

    private static String lead(Evaluation evaluation) {
        String when = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")
                .withZone(ZoneOffset.UTC)
                .format(evaluation.started());
        return "The same traffic of real processes in network namespaces: over one NIC, as a host's kernel forwards it, and over "
                + Bench.NICS
                + " with Braid, which a rack switch (FRR) learns the tasks' addresses from. Each NIC is shaped to "
                + Rate.text((double) evaluation.options().rateBitsPerSecond()) + ". "
                + Runtime.getRuntime().availableProcessors() + " CPUs, Linux " + System.getProperty("os.version")
                + ", " + when + " UTC" + (evaluation.options().fast() ? ", the short run." : ".");
    }

    private static List<String> problems(Evaluation evaluation) {
        return evaluation.rows().stream()
                .filter(row -> row.state() != Findings.State.MEASURED)
                .map(row -> row.part() + ": " + row.state() + (row.problem() == null ? "" : ": " + row.problem()))
                .toList();
    }

    /** The first comparison of each row. */
    private static String tiles(Evaluation evaluation) {
        return evaluation.rows().stream()
                .flatMap(row -> row.figures().stream()
                        .filter(figure -> !Double.isNaN(figure.ratio()))
                        .limit(1)
                        .map(figure -> Html.tile(
                                EvaluateTable.ratio(figure).replace('x', '×'),
                                row.part().title() + ": " + figure.what().strip(),
                                false)))
                .collect(Collectors.joining());
    }

    private static String table(Evaluation evaluation) {
        var html = new StringBuilder("<table><thead><tr><th></th><th>reference</th><th>one NIC</th><th>Braid</th>"
                + "<th>better</th></tr></thead><tbody>");
        for (Findings row : evaluation.rows()) {
            html.append("<tr class=\"part\"><td colspan=\"5\">")
                    .append(Html.escape(row.part().title()))
                    .append(row.state() == Findings.State.MEASURED ? "" : " (" + row.state() + ")")
                    .append("</td></tr>");
            for (Figure figure : row.figures()) {
                html.append(cells(List.of(
                        figure.what().strip(),
                        figure.reference(),
                        figure.unit().text(figure.single()),
                        figure.unit().text(figure.braid()),
                        EvaluateTable.ratio(figure).replace('x', '×'))));
            }
        }
        return html.append("</tbody></table>").toString();
    }

    private static String goals(Evaluation evaluation) {
        return evaluation.goals().stream()
                .map(goal -> "<tr><td>" + Html.escape(goal.check().expected()) + "</td><td>"
                        + Html.escape(goal.check().found()) + "</td><td class=\""
                        + (goal.check().ok() ? "reached" : "missed") + "\">" + EvaluateTable.verdict(goal)
                        + "</td></tr>")
                .collect(Collectors.joining(
                        "",
                        "<table><thead><tr><th></th><th>found</th><th></th></tr></thead><tbody>",
                        "</tbody></table>"));
    }

    private static String cells(List<String> cells) {
        return cells.stream()
                .map(cell -> "<td>" + Html.escape(cell) + "</td>")
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    private static String charts(Findings row) {
        return row.plots().isEmpty()
                ? ""
                : row.plots().stream()
                        .map(EvaluateHtml::chart)
                        .collect(Collectors.joining(
                                "",
                                "<h2 class=\"part\">" + Html.escape(row.part().title())
                                        + "</h2><section class=\"grid\">",
                                "</section>"));
    }

    private static String chart(Plot plot) {
        return switch (plot) {
            case Plot.Throughput(String title, var timeline, var uplinks, double nominal) ->
                card(
                        "",
                        title,
                        "stacked by uplink",
                        TimelineChart.throughput(timeline, TimelineChart.HALF, nominal),
                        Html.legend(uplinks));
            case Plot.Shares(String title, var timeline, var uplinks) ->
                card(
                        "",
                        title,
                        "of the bytes carried",
                        TimelineChart.shares(timeline, TimelineChart.HALF),
                        Html.legend(uplinks));
            case Plot.Latency(String title, var curves) ->
                card(
                        " wide",
                        title,
                        "by percentile; to the right each line has a tenth of the requests of the one before, the slowest",
                        PercentileChart.of(curves),
                        "");
        };
    }

    private static String card(String size, String title, String what, String chart, String legend) {
        return "<div class=\"card" + size + "\"><h2>" + Html.escape(title) + "</h2><p>" + Html.escape(what) + "</p>"
                + chart + "<div class=\"legend\">" + legend + "</div></div>";
    }
}
