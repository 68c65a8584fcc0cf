package io.braid.perf.evaluate;

import io.braid.perf.report.Html;
import java.util.List;
import java.util.Locale;

/** The table that the command prints last, and the goals below it. */
final class EvaluateTable {
    private EvaluateTable() {}

    static String of(Evaluation evaluation) {
        var text = new StringBuilder();
        line(text, "", "reference", "one NIC", "Braid", "better");
        for (Findings row : evaluation.rows()) {
            text.append(row.part()).append(": ").append(row.part().title());
            if (row.state() != Findings.State.MEASURED) {
                text.append(" (").append(row.state()).append(')');
            }
            text.append('\n');
            for (Figure figure : row.figures()) {
                line(
                        text,
                        "  " + figure.what(),
                        figure.reference(),
                        figure.unit().text(figure.single()),
                        figure.unit().text(figure.braid()),
                        ratio(figure));
            }
            if (row.problem() != null) {
                text.append("  ").append(row.problem()).append('\n');
            }
        }
        text.append('\n');
        for (Goal goal : evaluation.goals()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-12s%s: %s%n",
                    verdict(goal),
                    goal.check().expected(),
                    goal.check().found()));
        }
        List<Goal> goals = evaluation.goals();
        text.append(String.format(
                Locale.ROOT,
                "%d of %d reached%s%n",
                goals.stream().filter(goal -> goal.check().ok()).count(),
                goals.size(),
                evaluation.isComplete() ? "" : "; PARTIAL: the run was interrupted"));
        return text.toString();
    }

    /** In a word or two. */
    static String verdict(Goal goal) {
        if (goal.check().ok()) {
            return "reached";
        }
        return goal.must() ? "FAILED" : "not reached";
    }

    /** How many times better; empty where that says nothing. */
    static String ratio(Figure figure) {
        double ratio = figure.ratio();
        return Double.isNaN(ratio) ? "" : Html.number(ratio < 10 ? "%.2fx" : "%.0fx", ratio);
    }

    private static void line(
            StringBuilder text, String what, String reference, String single, String braid, String ratio) {
        text.append(String.format(Locale.ROOT, "%-52s %16s %14s %14s %8s", what, reference, single, braid, ratio)
                        .stripTrailing())
                .append('\n');
    }
}
