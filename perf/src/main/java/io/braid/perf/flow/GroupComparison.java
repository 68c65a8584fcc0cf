package io.braid.perf.flow;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.braid.flow.BucketTable;
import io.braid.flow.MaglevTable;
import io.braid.flow.PathSelector;
import io.braid.flow.RendezvousGroup;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Compares the three ways to choose a flow's path by what they do to flows: how even shares are, and which flows move when paths come and go. The reasons for
 * the default are in flow-table/README.md; these are its figures, the same in every run.
 *
 * @param figures one per method, the default first
 */
public record GroupComparison(List<GroupFigures> figures) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Computes the figures; takes a few seconds and one CPU. */
    public static GroupComparison run() {
        return new GroupComparison(List.of(
                GroupTrial.figures(
                        "bucket table of " + BucketTable.DEFAULT_SIZE,
                        BucketTable.DEFAULT_SIZE,
                        weights -> BucketTable.of(BucketTable.DEFAULT_SIZE, weights)),
                GroupTrial.figures(
                        "Maglev of " + MaglevTable.DEFAULT_SIZE,
                        MaglevTable.DEFAULT_SIZE,
                        weights -> MaglevTable.of(MaglevTable.DEFAULT_SIZE, weights)),
                // Per path a number, a factor and two words of a key.
                GroupTrial.figures("rendezvous", PathSelector.MAX_PATHS * (4 + 8 + 8 + 8), RendezvousGroup::of)));
    }

    /** The figures for people: a line each, a column per method. */
    public String table() {
        var text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-58s", "way to choose a flow's path"));
        figures.forEach(f -> text.append(String.format(Locale.ROOT, "%22s", f.method())));
        text.append('\n');
        line(text, "bytes that look-ups read", "%22.0f", GroupFigures::tableBytes);
        line(text, "worst share of 1 to 8 paths off even, a million flows", "%21.2f%%", f -> 100 * f.worstOffEven());
        line(text, "8 equal flows on 4 paths: max / mean", "%22.2f", GroupFigures::elephantsMaxOverMean);
        line(text, "4 to 3 paths: flows of survivors that moved", "%21.2f%%", f -> 100 * f.lossSurvivorsMoved());
        line(text, "  survivors' max / mean afterwards", "%22.3f", GroupFigures::lossMaxOverMean);
        line(text, "3 to 4 paths: established flows that moved", "%21.2f%%", f -> 100 * f.returnEstablishedMoved());
        line(text, "  if all were idle (a fair share is 25%)", "%21.2f%%", f -> 100 * f.returnIdleMoved());
        line(
                text,
                "one weight of 4 doubled: established flows that moved",
                "%21.2f%%",
                f -> 100 * f.weightEstablishedMoved());
        line(
                text,
                "flapping: flows moved though their path lived, per change",
                "%21.2f%%",
                f -> 100 * f.flapMovedPerChange());
        return text.toString();
    }

    private void line(StringBuilder text, String what, String format, ToDoubleFunction<GroupFigures> figure) {
        text.append(String.format(Locale.ROOT, "%-58s", what));
        figures.forEach(f -> text.append(String.format(Locale.ROOT, format, figure.applyAsDouble(f))));
        text.append('\n');
    }

    /** The figures for programs: an array with an object per method, fractions not rounded. The keys are stable. */
    public ArrayNode json() {
        ArrayNode methods = JSON.createArrayNode();
        for (GroupFigures f : figures) {
            methods.addObject()
                    .put("method", f.method())
                    .put("table_bytes", f.tableBytes())
                    .put("worst_off_even", f.worstOffEven())
                    .put("elephants_max_over_mean", f.elephantsMaxOverMean())
                    .put("loss_survivors_moved", f.lossSurvivorsMoved())
                    .put("loss_max_over_mean", f.lossMaxOverMean())
                    .put("return_established_moved", f.returnEstablishedMoved())
                    .put("return_idle_moved", f.returnIdleMoved())
                    .put("weight_established_moved", f.weightEstablishedMoved())
                    .put("flap_moved_per_change", f.flapMovedPerChange());
        }
        return methods;
    }
}
