package io.braid.perf.tasks;

import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.report.CheckTable;
import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid lab tasks}: tries and measures tasks, their grants and their ports in labs of its own. */
@Command(
        name = "tasks",
        description =
                "Tries a hundred ways for a task to have or send what it was not granted, measures how soon routes of tasks go whose grant, port or owner "
                        + "ends (in FRR's own table), how soon a task's first packet leaves after its attach, what a restart does to its connections, and how fast "
                        + "vhost-user is beside dpdk-testpmd; two hosts claim one address. Needs root; takes about four minutes. Exits with 1 if a check fails.",
        sortOptions = false)
public final class LabTasksCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures and checks there")
    private @Nullable Path json;

    @Option(names = "--fast", description = "fewer repetitions, for about two minutes")
    private boolean fast;

    @Option(
            names = "--part",
            paramLabel = "NAME",
            split = ",",
            description =
                    "only that: ${COMPLETION-CANDIDATES}; several after each other, separated by commas, or with the option repeated")
    private @Nullable List<Part> parts;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        if (json != null && !OutputFile.isWritable(json)) {
            return tell(OutputFile.refusal(json), 2);
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return tell("the lab makes network namespaces and needs root: sudo ./braid lab tasks", 2);
        }
        LabSweep.sweep().forEach(name -> out().println("removed " + name + ", left by a lab that was killed"));
        List<Part> wanted = parts == null ? List.of(Part.values()) : parts;
        TasksOptions options = fast ? TasksOptions.fast(wanted) : TasksOptions.usual(wanted);
        long start = System.nanoTime();
        var findings = new Findings(
                said -> {
                    out().printf(Locale.ROOT, "[%5.1f s] %s%n", (System.nanoTime() - start) / 1e9, said);
                    out().flush();
                },
                options.slack());
        try {
            new TasksRun(options, findings).run();
        } catch (LabException | ControlException e) {
            return tell(String.valueOf(e.getMessage()), 1);
        }
        return report(findings);
    }

    private int report(Findings findings) {
        out().println();
        out().print(CheckTable.of(findings.checks()));
        out().println();
        out().println(CheckTable.count(findings.checks()));
        if (json != null) {
            try {
                Files.writeString(json, TasksJson.of(findings));
                out().println("figures written to " + json);
            } catch (IOException e) {
                return tell("cannot write " + e.getMessage(), 1);
            }
        }
        return findings.ok() ? 0 : 1;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int tell(String message, int code) {
        spec.commandLine().getErr().println("braid lab tasks: " + message);
        return code;
    }
}
