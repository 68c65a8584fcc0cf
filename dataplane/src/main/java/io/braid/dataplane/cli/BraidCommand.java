package io.braid.dataplane.cli;

import io.braid.dataplane.Version;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The top of the command line; by itself it only asks for a command. */
@Command(
        name = "braid",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Turns the NICs of a host into one wide, fault-tolerant path for its containers.",
        footer = {"", "Exit codes: 0 done, 1 failed, 2 wrong usage or config."})
final class BraidCommand implements Callable<Integer> {
    /** The subcommands in the order of the help; a new one is a line here. */
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            InitCommand.class,
            CheckCommand.class,
            PlanCommand.class,
            AttachCommand.class,
            DetachCommand.class,
            StatusCommand.class,
            TopCommand.class,
            FlowsCommand.class,
            TraceCommand.class,
            CaptureCommand.class,
            ExplainCommand.class,
            AnnounceCommand.class,
            WithdrawCommand.class,
            GrantCommand.class,
            DrainCommand.class,
            ReloadCommand.class,
            LogCommand.class,
            SupportBundleCommand.class,
            MoveCommand.class,
            ResetCommand.class,
            UndrainCommand.class,
            BgpCommand.class,
            TrainCommand.class);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** A fresh command line with all subcommands. */
    static CommandLine commandLine() {
        var line = new CommandLine(new BraidCommand());
        COMMANDS.forEach(line::addSubcommand);
        return line;
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    /** The version that Maven built. */
    static final class BuiltVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"braid " + Version.text()};
        }
    }
}
