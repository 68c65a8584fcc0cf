package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands that ask a running dataplane have in common: where it is, and how a refusal becomes text and an exit code. */
abstract class ControlCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "control socket of the running braid (default: ${DEFAULT-VALUE})")
    private Path socket = ControlClient.DEFAULT_SOCKET;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    /** Asks and prints; a {@link ControlException} is the way to fail. */
    abstract void run(ControlClient braid, PrintWriter out);

    @Override
    public final Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            run(new ControlClient(socket), out);
            out.flush();
            return ExitCode.DONE;
        } catch (ControlException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("braid: " + e.explanation());
            err.flush();
            return e.kind() == Kind.BAD_REQUEST ? ExitCode.WRONG_USAGE : ExitCode.FAILED;
        }
    }
}
