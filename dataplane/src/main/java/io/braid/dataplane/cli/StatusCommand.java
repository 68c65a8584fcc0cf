package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid status}: the state of the running dataplane, as tables for people or as JSON for programs. */
@Command(name = "status", description = "Show uplinks, tasks, drops and workers of the running braid.")
public final class StatusCommand extends ControlCommand {
    @Option(names = "--json", description = "print the whole report as JSON, stable from version to version")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        var answer = braid.status();
        out.print(json ? answer.json() + System.lineSeparator() : StatusText.of(answer.value()));
    }
}
