package io.braid.perf.demo;

import io.braid.perf.lab.FailoverResult;
import io.braid.perf.lab.Measurement;
import io.braid.perf.lab.Rate;
import io.braid.perf.report.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The page's table of figures, which has what the charts leave out. */
final class ReportTable {
    private static final double MEBI = 1024.0 * 1024.0;

    private ReportTable() {}

    static String of(DemoResult r) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("TCP out", rate(r.oneOut()), rate(r.fourOut()), Html.number("%.2f×", r.speedupOut())));
        rows.add(List.of("TCP in", rate(r.oneIn()), rate(r.fourIn()), Html.number("%.2f×", r.speedupIn())));
        rows.add(List.of("Segments sent again, out", again(r.oneOut()), again(r.fourOut()), ""));
        rows.add(List.of("Segments sent again, in", again(r.oneIn()), again(r.fourIn()), ""));
        rows.add(List.of("UDP datagrams lost, both ways", "", Html.number("%.2f %%", r.udpLoss() * 100), ""));
        FailoverResult f = r.failover();
        rows.add(List.of(
                "Flows of the failed uplink that went on elsewhere",
                "",
                f.outbound().continued() + " of " + f.outbound().affected(),
                ""));
        rows.add(List.of("Shares of the survivors", "", DemoTable.percents(f.survivorShares()), ""));
        rows.add(List.of("Flows that moved when the link returned", "", Integer.toString(f.movedBack()), ""));
        if (r.footprint() != null) {
            rows.add(List.of(
                    "Start to forwarding",
                    "",
                    Html.number("%.2f s", r.footprint().startToForwarding().toMillis() / 1e3),
                    ""));
            rows.add(List.of(
                    "Memory without hugepages",
                    "",
                    Html.number("%.0f MiB", r.footprint().residentBytes() / MEBI),
                    ""));
        }
        if (r.invariant() != null) {
            rows.add(List.of("Every packet accounted for", "", r.invariant().balanced() ? "yes" : "no", ""));
        }
        if (r.theft() != null) {
            rows.add(List.of(
                    "Another job claims the address of task1",
                    "",
                    (r.theft().refused() ? "refused: " : "granted: ")
                            + r.theft().answer(),
                    ""));
        }
        return "<table><thead><tr><th></th><th>one uplink</th><th>"
                + r.uplinkNames().size()
                + " uplinks</th><th>speed-up</th></tr></thead><tbody>"
                + rows.stream().map(ReportTable::row).collect(Collectors.joining())
                + "</tbody></table>";
    }

    private static String row(List<String> cells) {
        return cells.stream()
                .map(cell -> "<td>" + Html.escape(cell) + "</td>")
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    private static String rate(Measurement measurement) {
        return Rate.text(measurement.bitsPerSecond());
    }

    private static String again(Measurement measurement) {
        return Long.toString(measurement.retransmits());
    }
}
