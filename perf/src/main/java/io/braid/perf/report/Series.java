package io.braid.perf.report;

import java.util.List;

/**
 * Repetitions of one measurement.
 *
 * @param what in words
 * @param runs milliseconds, in order; at least one
 * @param target milliseconds that are not to be exceeded; NaN if it is only to be known
 * @param judged which figure the target is for
 */
public record Series(String what, List<Double> runs, double target, Judged judged) {
    /** Which figure of a series a target is for. */
    public enum Judged {
        MEDIAN,
        WORST
    }

    public Series {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured: " + what);
        }
    }

    /** Half of the runs took no longer. */
    public double median() {
        List<Double> sorted = runs.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    public double worst() {
        return runs.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    public boolean hasTarget() {
        return !Double.isNaN(target);
    }

    /** Whether the target is kept; without one it is. */
    public boolean met() {
        return !hasTarget() || (judged == Judged.MEDIAN ? median() : worst()) <= target;
    }
}
