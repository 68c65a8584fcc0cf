package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid move}: has another worker poll a queue. */
@Command(
        name = "move",
        description = {
            "Have another worker poll a receive queue, without loss and with every flow in order.",
            "A task's port goes whole: what is sent to the task goes by that worker too. braid plan --live shows who has what."
        })
public final class MoveCommand extends ControlCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "an uplink's or a task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Parameters(index = "1", paramLabel = "WORKER", description = "number of the worker, as in worker-1")
    private int worker;

    @Option(
            names = "--queue",
            paramLabel = "N",
            description = "number of the receive queue (default: ${DEFAULT-VALUE})")
    private int queue;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        braid.move(name, queue, worker);
        out.println("queue " + queue + " of " + name + " is polled by worker-" + worker);
    }
}
