package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code braid bgp}: looks at sessions and routes. */
@Command(
        name = "bgp",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Look at the sessions with the rack switches and at the routes.",
        subcommands = {
            BgpCommand.Peers.class,
            BgpCommand.Advertised.class,
            BgpCommand.Received.class,
            BgpCommand.Explain.class
        })
public final class BgpCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Missing command: peers, advertised, received or explain");
    }

    /** {@code braid bgp peers}. */
    @Command(name = "peers", description = "Show the BGP and BFD sessions, what was said and how they fared.")
    static final class Peers extends ControlCommand {
        @Option(names = "--json", description = "print the whole report as JSON, with counters and history")
        private boolean json;

        @Option(names = "--history", description = "also the last changes of each session, with the reasons")
        private boolean history;

        @Override
        void run(ControlClient braid, PrintWriter out) {
            var answer = braid.bgp();
            out.print(json ? answer.json() + System.lineSeparator() : BgpText.peers(answer.value(), history));
        }
    }

    /** What the two commands that list routes have in common. */
    abstract static class Routes extends ControlCommand {
        private final boolean advertised;

        @Option(names = "--json", description = "print them as JSON")
        private boolean json;

        Routes(boolean advertised) {
            this.advertised = advertised;
        }

        @Override
        final void run(ControlClient braid, PrintWriter out) {
            var answer = braid.routes(advertised);
            out.print(json ? answer.json() + System.lineSeparator() : BgpText.routes(answer.value()));
        }
    }

    /** {@code braid bgp advertised}. */
    @Command(name = "advertised", description = "Show the routes that the switches were told and that stand.")
    static final class Advertised extends Routes {
        Advertised() {
            super(true);
        }
    }

    /** {@code braid bgp received}. */
    @Command(name = "received", description = "Show the routes that the switches told, and why they are not believed.")
    static final class Received extends Routes {
        Received() {
            super(false);
        }
    }

    /** {@code braid bgp explain}. */
    @Command(name = "explain", description = "Show why a task is announced to each switch, or is not.")
    static final class Explain extends ControlCommand {
        @Parameters(paramLabel = "TASK", description = "the task's name")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String task;

        @Option(names = "--json", description = "print it as JSON")
        private boolean json;

        @Override
        void run(ControlClient braid, PrintWriter out) {
            var answer = braid.explain(task);
            out.print(json ? answer.json() + System.lineSeparator() : BgpText.explanation(answer.value()));
        }
    }
}
