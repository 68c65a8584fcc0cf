package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.log.LogLevels;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid log}: what the running dataplane logs. */
@Command(
        name = "log",
        description = {
            "Show from which level on the running braid logs messages, or change that, for all of it or for one part.",
            "It lasts until braid ends; log.level in host.yaml lasts longer. The audit is always logged."
        })
public final class LogCommand extends ControlCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "LEVEL",
            description = "debug, info, warning, error, or default for what it was at the start")
    private Optional<String> level = Optional.empty();

    @Option(
            names = "--for",
            paramLabel = "PART",
            description =
                    "only this part: announce, bfd, bgp, conductor, control, dpdk, engine, grant, http, linux, numa, port,"
                            + " reload, task, web")
    private Optional<String> part = Optional.empty();

    @Option(names = "--json", description = "print the levels as JSON")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        var answer = level.isEmpty() ? braid.logLevels() : braid.logLevel(part.orElse(LogLevels.ALL), level.get());
        if (json) {
            out.println(answer.json());
        } else {
            answer.value().levels().forEach((name, word) -> out.println(name + " " + word));
        }
    }
}
