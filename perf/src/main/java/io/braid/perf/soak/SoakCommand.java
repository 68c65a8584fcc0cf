package io.braid.perf.soak;

import io.braid.perf.lab.LabSweep;
import io.braid.perf.report.Interruption;
import io.braid.perf.report.Narrator;
import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid perf soak}: finds what grows. */
@Command(
        name = "soak",
        description =
                "Runs a lab under load for a long time, in which links fail and return, NICs are drained, tasks come and go and people look, and "
                        + "checks that every packet is accounted for, and that memory, files, threads, packet buffers and collections of garbage do not "
                        + "grow. Needs root. Exits with 1 if a check fails.",
        sortOptions = false)
public final class SoakCommand implements Callable<Integer> {
    private static final double MOST_MINUTES = 7 * 24 * 60;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "how long, up to a week; 1.5 is a minute and a half (default: ${DEFAULT-VALUE})")
    private double minutes = 10;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "of what happens when; the one of a run before gives the same order")
    private @Nullable Long seed;

    @Option(names = "--json", paramLabel = "FILE", description = "write the checks and samples there")
    private @Nullable Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "write a page with charts there")
    private @Nullable Path html;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
            return tell("--minutes must be above 0 and at most " + (int) MOST_MINUTES + ", not " + minutes, 2);
        }
        for (Path file : new @Nullable Path[] {json, html}) {
            if (file != null && !OutputFile.isWritable(file)) {
                return tell(OutputFile.refusal(file), 2);
            }
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return tell("the lab makes network namespaces and needs root: sudo ./braid perf soak", 2);
        }
        var narrator = new Narrator(out());
        for (String removed : LabSweep.sweep()) {
            narrator.say("removed %s, left by a lab that was killed", removed);
        }
        try (var _ = new Interruption()) {
            long chosen = seed == null ? System.nanoTime() & 0xffff : seed;
            var soak = new Soak(Duration.ofMillis(Math.round(minutes * 60_000)), chosen, narrator);
            soak.run();
            out().println();
            out().print(SoakReport.text(soak));
            out().flush();
            return write(soak) && soak.ok() ? 0 : 1;
        }
    }

    private boolean write(Soak soak) {
        try {
            if (json != null) {
                Files.writeString(json, SoakReport.json(soak));
            }
            if (html != null) {
                Files.writeString(html, SoakReport.html(soak));
            }
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
        spec.commandLine().getErr().println("braid perf soak: " + message);
        return code;
    }
}
