package io.braid.perf.bench;

import io.braid.perf.forward.ForwardCommand;
import io.braid.perf.numa.NumaCommand;
import io.braid.perf.soak.SoakCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid perf}: measurements, each with a peer in the same run. */
@Command(
        name = "braid perf",
        description = "Measures parts of braid beside their peers, in the same run.",
        subcommands = {
            ForwardCommand.class,
            FlowTableCommand.class,
            NumaCommand.class,
            SoakCommand.class,
            CompareCommand.class
        })
public final class PerfCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    /** The command, to be executed. */
    public static CommandLine commandLine() {
        // JMH's options are not ours to know, and their order counts.
        var jmh = new CommandLine(new JmhCommand()).setUnmatchedOptionsArePositionalParams(true);
        return new CommandLine(new PerfCommand()).addSubcommand(jmh);
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return 2;
    }
}
