package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid grant renew}: brings an attached task another grant. */
@Command(
        name = "renew",
        description = {
            "Give an attached task another grant, before or after the one it has is over.",
            "A task that was withdrawn because its grant was over is announced again."
        })
final class GrantRenewCommand extends ControlCommand {
    @Parameters(paramLabel = "TASK", description = "the task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String task;

    @Option(
            names = "--grant",
            paramLabel = "FILE",
            required = true,
            description = "the grant, a token; - reads it from stdin")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String grant;

    @Option(names = "--json", description = "print the answer as JSON")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        var answer = braid.renew(task, GrantText.read(grant));
        out.println(json ? answer.json() : "task " + task + " has grant " + GrantText.describe(answer.value()));
    }
}
