package io.braid.dataplane.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code braid grant}: what concerns the scheduler's grants. */
@Command(
        name = "grant",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Make, look at and renew grants: signed statements that a task may have addresses on a host until some time.",
            "A scheduler makes them by itself, with any library for JSON Web Tokens; the commands that make keys and grants are for trying out."
        },
        subcommands = {GrantKeyCommand.class, GrantMakeCommand.class, GrantInspectCommand.class, GrantRenewCommand.class
        })
final class GrantCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
