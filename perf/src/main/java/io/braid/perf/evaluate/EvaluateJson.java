package io.braid.perf.evaluate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The result of {@code --json}; its keys and the names of figures and goals are stable. */
final class EvaluateJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private EvaluateJson() {}

    static String of(Evaluation evaluation) {
        ObjectNode root = JSON.createObjectNode();
        root.put("ok", evaluation.ok());
        root.put("partial", !evaluation.isComplete());
        root.put("started", evaluation.started().toString());
        root.put("fast", evaluation.options().fast());
        root.put("nics", Bench.NICS);
        root.put("rate_bits_per_second", evaluation.options().rateBitsPerSecond());
        root.put("cpus", Runtime.getRuntime().availableProcessors());
        root.put("kernel", System.getProperty("os.version"));
        ArrayNode rows = root.putArray("rows");
        for (Findings row : evaluation.rows()) {
            row(rows.addObject(), row);
        }
        return root.toPrettyString() + "\n";
    }

    private static void row(ObjectNode node, Findings row) {
        node.put("name", row.part().toString());
        node.put("state", row.state().toString());
        node.put("problem", row.problem());
        ObjectNode figures = node.putObject("figures");
        for (Figure figure : row.figures()) {
            ObjectNode one = figures.putObject(figure.key());
            one.put("what", figure.what().strip());
            one.put("unit", figure.unit().label());
            one.put("reference", figure.reference().isEmpty() ? null : figure.reference());
            one.put("single", number(figure.single()));
            one.put("braid", number(figure.braid()));
            one.put("ratio", number(figure.ratio()));
        }
        ArrayNode goals = node.putArray("goals");
        for (Goal goal : row.goals()) {
            goals.addObject()
                    .put("name", goal.check().name())
                    .put("reached", goal.check().ok())
                    .put("must", goal.must())
                    .put("expected", goal.check().expected())
                    .put("found", goal.check().found());
        }
    }

    /** JSON has no NaN. */
    private static @Nullable Double number(double value) {
        return Double.isNaN(value) ? null : Math.round(value * 1000) / 1000.0;
    }
}
