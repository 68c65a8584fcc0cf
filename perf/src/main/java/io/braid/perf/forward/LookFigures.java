package io.braid.perf.forward;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What looking on costs in one case, over its rounds.
 *
 * @param which the case
 * @param rounds at least one
 * @param quiet what the worker did besides
 */
record LookFigures(ForwardCase which, List<Round> rounds, ForwardFigures.Quiet quiet) {
    /**
     * Packets a second, in turns that follow one another.
     *
     * @param off nobody looks on
     * @param capture a capture with a filter that takes nothing
     * @param trace a trace with it
     */
    record Round(double off, double capture, double trace) {
        double captureCost() {
            return 100 * (off / capture - 1);
        }

        double traceCost() {
            return 100 * (off / trace - 1);
        }
    }

    private double[] sorted(ToDoubleFunction<Round> figure) {
        double[] all = rounds.stream().mapToDouble(figure).toArray();
        Arrays.sort(all);
        return all;
    }

    private double median(ToDoubleFunction<Round> figure) {
        return sorted(figure)[rounds.size() / 2];
    }

    /** The table's head. */
    static String head() {
        return String.format(
                Locale.ROOT,
                "%-29s %9s %9s %9s   %-22s %-22s",
                "case (Mpps)",
                "off",
                "capture",
                "trace",
                "capture costs, %",
                "trace costs, %");
    }

    /** One row of the table: medians, and ranges. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%-29s %9.2f %9.2f %9.2f   %-22s %-22s",
                which.name(),
                median(Round::off) / 1e6,
                median(Round::capture) / 1e6,
                median(Round::trace) / 1e6,
                range(Round::captureCost),
                range(Round::traceCost));
    }

    private String range(ToDoubleFunction<Round> figure) {
        double[] all = sorted(figure);
        return String.format(Locale.ROOT, "%.1f (%.1f to %.1f)", median(figure), all[0], all[all.length - 1]);
    }

    void write(ObjectNode json) {
        json.put("name", which.name());
        json.put("rounds", rounds.size());
        json.put("off_mpps", median(Round::off) / 1e6);
        json.put("capture_mpps", median(Round::capture) / 1e6);
        json.put("trace_mpps", median(Round::trace) / 1e6);
        json.put("capture_cost_percent", median(Round::captureCost));
        json.put("trace_cost_percent", median(Round::traceCost));
        json.put("allocated_bytes", quiet.allocated());
        json.put("not_sent", quiet.notSent());
    }
}
