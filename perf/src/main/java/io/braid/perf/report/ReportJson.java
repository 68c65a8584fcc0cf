package io.braid.perf.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The parts that the files of {@code --json} are made of; the keys are stable, times are milliseconds. */
public final class ReportJson {
    private ReportJson() {}

    /** Adds repetitions of a measurement. */
    public static void series(ObjectNode parent, String name, Series series) {
        ObjectNode node = parent.putObject(name);
        node.put("median", rounded(series.median()));
        node.put("worst", rounded(series.worst()));
        if (series.hasTarget()) {
            node.put("target", series.target());
            node.put("met", series.met());
        }
        ArrayNode runs = node.putArray("runs");
        series.runs().forEach(run -> runs.add(rounded(run)));
    }

    /** Adds {@code ok}, which is whether all of them are, and each of them. */
    public static void checks(ObjectNode root, List<Check> all) {
        root.put("ok", all.stream().allMatch(Check::ok));
        ArrayNode checks = root.putArray("checks");
        all.forEach(check -> checks.addObject()
                .put("name", check.name())
                .put("ok", check.ok())
                .put("expected", check.expected())
                .put("found", check.found()));
    }

    private static double rounded(double millis) {
        return Math.round(millis * 10) / 10.0;
    }
}
