package io.braid.perf.evaluate;

import io.braid.dataplane.control.ControlException;
import io.braid.linux.LinuxException;
import io.braid.perf.evaluate.Findings.State;
import io.braid.perf.lab.LabException;
import io.braid.perf.report.Narrator;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs the rows one after the other; one that fails does not keep the others from being measured. */
final class Evaluation {
    private static final String INTERRUPTED = "interrupted while it was measured";

    private final EvaluateOptions options;
    private final Narrator narrator;
    private final BooleanSupplier stopped;
    private final Instant started = Instant.now();
    private final List<Findings> rows;
    private final List<String> left = new ArrayList<>();

    /**
     * @param stopped whether the run was interrupted, which takes the labs from under the rows: that they fail then is no news
     */
    Evaluation(EvaluateOptions options, Narrator narrator, BooleanSupplier stopped) {
        this.options = options;
        this.narrator = narrator;
        this.stopped = stopped;
        this.rows = options.parts().stream()
                .map(part -> new Findings(part, narrator))
                .toList();
    }

    /**
     * Runs all.
     *
     * @param afterEach is told when a row has ended, however it did
     */
    void run(Runnable afterEach) {
        try (var bench = new Bench(options)) {
            for (Findings row : rows) {
                if (stopped.getAsBoolean()) {
                    return;
                }
                narrator.say("%s: %s", row.part(), row.part().title());
                run(bench, row);
                if (row.problem() != null) {
                    narrator.say("  %s %s: %s", row.part(), row.state(), row.problem());
                }
                afterEach.run();
            }
            left.addAll(bench.end());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // and the labs remove themselves
        }
    }

    private void run(Bench bench, Findings row) {
        try {
            row.part().row().run(bench, row);
            row.end(State.MEASURED, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            row.end(State.INTERRUPTED, INTERRUPTED);
        } catch (LabException | ControlException | LinuxException | UncheckedIOException e) {
            if (stopped.getAsBoolean()) {
                row.end(State.INTERRUPTED, INTERRUPTED);
            } else {
                row.end(State.FAILED, String.valueOf(e.getMessage()));
                bench.close();
            }
        }
    }

    /** What was left on the machine of the labs; nothing, unless something went wrong. */
    List<String> left() {
        return left;
    }

    EvaluateOptions options() {
        return options;
    }

    Instant started() {
        return started;
    }

    List<Findings> rows() {
        return rows;
    }

    /** Whether every row was run to its end. */
    boolean isComplete() {
        return rows.stream().noneMatch(row -> row.state() == State.NOT_RUN || row.state() == State.INTERRUPTED);
    }

    /** Whether every row was measured and what must be so is so. */
    boolean ok() {
        return rows.stream().allMatch(row -> row.state() == State.MEASURED);
    }

    /** All that is to be reached, of all rows. */
    List<Goal> goals() {
        return rows.stream().flatMap(row -> row.goals().stream()).toList();
    }
}
