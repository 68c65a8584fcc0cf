package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.FlowQuery;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid flows}: which flows leave the host, by which uplink, and why. */
@Command(
        name = "flows",
        description = {
            "Show the flows that leave this host: how much each sends, by which uplink, and why by that one.",
            "Flows of addresses that are bound to one uplink are not among them: they have no choice."
        })
public final class FlowsCommand extends ControlCommand {
    @Option(names = "--task", paramLabel = "NAME", description = "only this task's")
    private Optional<String> task = Optional.empty();

    @Option(names = "--uplink", paramLabel = "NAME", description = "only those that leave by this uplink")
    private Optional<String> uplink = Optional.empty();

    @Option(
            names = "--address",
            paramLabel = "PREFIX",
            description = "only those from or to this address, or one of this prefix: 198.51.100.0/24, 2001:db8::7")
    private Optional<String> address = Optional.empty();

    @Option(names = "--port", paramLabel = "N", description = "only those from or to this port")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = "rate",
            description = "which come first: rate, bytes or idle (default: ${DEFAULT-VALUE})")
    private String order = "rate";

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "how many to show, 1 to " + FlowQuery.MOST + " (default: ${DEFAULT-VALUE})")
    private int top = FlowQuery.DEFAULT_LIMIT;

    @Option(names = "--json", description = "print the whole answer as JSON")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        var query = new FlowQuery(
                task.orElse(null),
                uplink.orElse(null),
                address.map(FlowQuery::prefix).orElse(null),
                port.orElse(null),
                FlowQuery.order(order),
                top);
        var answer = braid.flows(query);
        out.print(json ? answer.json() + System.lineSeparator() : FlowText.of(answer.value()));
    }
}
