package io.braid.perf.tasks;

import io.braid.perf.report.Check;
import io.braid.perf.report.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** What a run has found so far. For one thread. */
final class Findings {
    private final List<Check> checks = new ArrayList<>();
    private final Map<String, Series> series = new LinkedHashMap<>();
    private final Map<String, Throughput> throughputs = new LinkedHashMap<>();
    private final Consumer<String> progress;
    private final double slack;

    /**
     * @param progress is told what is being done, a sentence each
     * @param slack what targets are loosened by, at least 1
     */
    Findings(Consumer<String> progress, double slack) {
        this.progress = progress;
        this.slack = slack;
    }

    void say(String what) {
        progress.accept(what);
    }

    void add(Check check) {
        checks.add(check);
        say("  " + check.name() + ": " + check.found() + (check.ok() ? "" : " (FAIL)"));
    }

    /**
     * Adds repetitions of a measurement, and a check that none took longer than the target.
     *
     * @param name stable, for scripts
     * @param what in words
     * @param targetMillis for the worst of them
     */
    void add(String name, String what, List<Double> millis, double targetMillis) {
        add(name, new Series(what, millis, targetMillis * slack, Series.Judged.WORST));
    }

    /** The same with a target for the median. */
    void addMedian(String name, String what, List<Double> millis, double targetMillis) {
        add(name, new Series(what, millis, targetMillis * slack, Series.Judged.MEDIAN));
    }

    private void add(String name, Series found) {
        series.put(name, found);
        add(new Check(
                name,
                found.met(),
                String.format(
                        Locale.ROOT,
                        "%s, %s <= %.0f ms",
                        found.what(),
                        found.judged() == Series.Judged.MEDIAN ? "median" : "worst",
                        found.target()),
                String.format(
                        Locale.ROOT,
                        "median %.1f ms, worst %.1f ms of %d",
                        found.median(),
                        found.worst(),
                        found.runs().size())));
    }

    /**
     * Adds a comparison, and a check that its ratio is large enough.
     *
     * @param least the target
     */
    void add(String name, String what, Throughput found, double least) {
        throughputs.put(name, found);
        double wanted = least / slack;
        add(new Check(
                name,
                found.ratio() >= wanted,
                String.format(Locale.ROOT, "%s >= %.2f", what, wanted),
                found.toString()));
    }

    boolean ok() {
        return checks.stream().allMatch(Check::ok);
    }

    List<Check> checks() {
        return checks;
    }

    Map<String, Series> series() {
        return series;
    }

    Map<String, Throughput> throughputs() {
        return throughputs;
    }
}
