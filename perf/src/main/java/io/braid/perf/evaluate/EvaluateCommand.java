package io.braid.perf.evaluate;

import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.lab.RateConverter;
import io.braid.perf.report.Interruption;
import io.braid.perf.report.Narrator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid lab evaluate}: what a training job gains from Braid over four NICs, beside one NIC without it. */
@Command(
        name = "evaluate",
        description =
                "Makes a training job's traffic over one NIC, as its host's kernel forwards it, and over four with Braid: bulk TCP, a sharded checkpoint "
                        + "that is loaded, small reads during an upload, a standby that follows checkpoints, many connections at once, a failing link, few fat flows. Prints a table beside the reference's figures "
                        + "and writes a page with charts. Needs root; takes up to 15 minutes. Exits with 1 if a row could not be measured, or if something "
                        + "is not so that must be on any machine.",
        sortOptions = false)
public final class EvaluateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--fast", description = "everything shorter, for about three minutes; figures are less sure")
    private boolean fast;

    @Option(
            names = "--part",
            paramLabel = "NAME",
            split = ",",
            description =
                    "only that row: ${COMPLETION-CANDIDATES}; several separated by commas, or with the option repeated")
    private @Nullable List<Part> parts;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = RateConverter.class,
            description = "of each uplink, such as 100mbit (the default)")
    private long rate = Lab.DEFAULT_RATE;

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there")
    private @Nullable Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "write the page there (default: ${DEFAULT-VALUE})")
    private Path html = Path.of("braid-evaluate.html");

    @Option(
            names = "--hlog",
            paramLabel = "DIRECTORY",
            description = "keep the files of latency histograms (HdrHistogram's log format) there")
    private @Nullable Path histograms;

    @Option(names = "--check", description = "exit with 1 also if a figure is not reached that a busy machine may miss")
    private boolean check;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        if (rate < 1_000_000) {
            return tell("--rate must be at least 1mbit: unshaped uplinks would measure this machine's CPUs", 2);
        }
        var outputs = new Outputs(html, json, histograms);
        String refusal = outputs.refusal();
        if (refusal != null) {
            return tell(refusal, 2);
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return tell("the lab makes network namespaces and needs root: sudo ./braid lab evaluate", 2);
        }
        var narrator = new Narrator(out());
        for (String removed : LabSweep.sweep()) {
            narrator.say("removed %s, left by a lab that was killed", removed);
        }
        try (var interruption = new Interruption()) {
            List<Part> wanted = parts == null ? List.of(Part.values()) : parts;
            var evaluation = new Evaluation(
                    new EvaluateOptions(wanted, rate, fast, histograms), narrator, interruption::happened);
            return run(evaluation, outputs);
        }
    }

    private int run(Evaluation evaluation, Outputs outputs) {
        evaluation.run(() -> write(evaluation, outputs));
        out().println();
        out().print(EvaluateTable.of(evaluation));
        out().println();
        if (!write(evaluation, outputs)) {
            return 1;
        }
        out().println("page written to " + html);
        if (json != null) {
            out().println("figures written to " + json);
        }
        out().flush();
        for (Findings row : evaluation.rows()) {
            if (row.state() != Findings.State.MEASURED) {
                tell(row.part() + " " + row.state() + (row.problem() == null ? "" : ": " + row.problem()), 1);
            }
        }
        if (!evaluation.left().isEmpty()) {
            return tell("left behind: " + evaluation.left(), 1);
        }
        boolean reached =
                evaluation.goals().stream().allMatch(goal -> goal.check().ok());
        return evaluation.ok() && (reached || !check) ? 0 : 1;
    }

    /** A disk that fills up meanwhile is said at once, and the figures are on the terminal all the same. */
    private boolean write(Evaluation evaluation, Outputs outputs) {
        try {
            outputs.write(evaluation);
            return true;
        } catch (IOException e) {
            tell("cannot write the results: " + e, 1);
            return false;
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int tell(String message, int code) {
        spec.commandLine().getErr().println("braid lab evaluate: " + message);
        return code;
    }
}
