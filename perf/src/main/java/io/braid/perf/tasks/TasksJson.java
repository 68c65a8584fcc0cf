package io.braid.perf.tasks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.report.ReportJson;
import java.util.List;

/** The result of {@code --json}; the keys and the checks' names are stable, times are milliseconds and rates packets a second. */
final class TasksJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TasksJson() {}

    static String of(Findings findings) {
        ObjectNode root = JSON.createObjectNode();
        ReportJson.checks(root, findings.checks());
        findings.series().forEach((name, series) -> ReportJson.series(root, name + "_ms", series));
        findings.throughputs().forEach((name, found) -> {
            ObjectNode node = root.putObject(name);
            node.put("ratio", Math.round(found.ratio() * 1000) / 1000.0);
            rates(node, "measured", found.measuredRates());
            rates(node, "reference", found.referenceRates());
            node.put("against", found.reference());
            node.put("cores", found.how());
        });
        return root.toPrettyString() + "\n";
    }

    private static void rates(ObjectNode node, String name, List<Double> rates) {
        ArrayNode array = node.putArray(name);
        rates.forEach(rate -> array.add(Math.round(rate)));
    }
}
