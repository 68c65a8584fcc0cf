package io.braid.perf.bench;

import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid perf flow-table}: how evenly flows are spread, what happens to them when paths change, and what a look-up costs beside DPDK's rte_hash. */
@Command(
        name = "flow-table",
        description =
                "Simulates how evenly flows are spread and how few are moved, and times look-ups in the flow table and in its peers: DPDK's rte_hash"
                        + " (by its own test, in turn with ours), the JDK's and fastutil's maps. Takes about four minutes.",
        sortOptions = false)
final class FlowTableCommand implements Callable<Integer> {
    private static final int FAST_SECONDS = 2;
    private static final int SECONDS = 5;
    private static final int ROUNDS = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there")
    private @Nullable Path json;

    @Option(names = "--fast", description = "one round and short measurements: about a minute, and rougher")
    private boolean fast;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (json != null && !OutputFile.isWritable(json)) {
            err.println("braid perf: " + OutputFile.refusal(json));
            return 2;
        }
        try {
            FlowTableFigures figures = new FlowTableMeasurement(
                            fast ? 1 : ROUNDS,
                            fast ? FAST_SECONDS : SECONDS,
                            step -> err.println("braid perf: " + step))
                    .run();
            out.println();
            out.print(figures.text());
            if (json != null) {
                Files.writeString(json, figures.json());
            }
            return 0;
        } catch (IOException | RunnerException e) {
            err.println("braid perf: " + e.getMessage());
            return 1;
        }
    }
}
