package io.braid.perf.operate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.report.Check;
import io.braid.perf.report.Narrator;
import io.braid.perf.report.ReportJson;
import io.braid.perf.report.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A host in service, and what was found out about operating it. One thread. */
final class Operation {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Lab lab;
    private final BraidHost braid;
    private final Narrator narrator;
    private final List<Check> checks = new ArrayList<>();
    private final Map<String, Series> times = new LinkedHashMap<>();

    Operation(Lab lab, BraidHost braid, Narrator narrator) {
        this.lab = lab;
        this.braid = braid;
        this.narrator = narrator;
    }

    Lab lab() {
        return lab;
    }

    BraidHost braid() {
        return braid;
    }

    /** Something that must be so. */
    void check(String name, boolean ok, String expected, String found) {
        checks.add(new Check(name, ok, expected, found));
        narrator.say("%s %s: %s", ok ? "ok  " : "FAIL", expected, found);
    }

    /** Milliseconds that something took, and the most that it may take. */
    void times(String name, Series series) {
        times.put(name, series);
        narrator.say(
                "%s %s: median %.1f ms, worst %.1f ms%s",
                series.met() ? "ok  " : "MISS",
                series.what(),
                series.median(),
                series.worst(),
                series.hasTarget()
                        ? String.format(
                                Locale.ROOT,
                                " (%s to be at most %.0f ms)",
                                series.judged().name().toLowerCase(Locale.ROOT),
                                series.target())
                        : "");
    }

    List<Check> checks() {
        return checks;
    }

    /** What was slower than it is to be, which a busy machine may be the reason of. */
    List<String> missed() {
        return times.values().stream()
                .filter(series -> !series.met())
                .map(Series::what)
                .toList();
    }

    String json() {
        ObjectNode root = JSON.createObjectNode();
        ReportJson.checks(root, checks);
        ObjectNode millis = root.putObject("times_ms");
        times.forEach((name, series) -> ReportJson.series(millis, name, series));
        return root.toPrettyString() + "\n";
    }
}
