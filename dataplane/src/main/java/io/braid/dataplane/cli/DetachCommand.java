package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid detach}: takes a container's port away and frees its addresses. */
@Command(name = "detach", description = "Take a task's port away and free its addresses.")
public final class DetachCommand extends ControlCommand {
    @Parameters(paramLabel = "TASK", description = "the task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String task;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        braid.detach(task);
        out.println("task " + task + " detached");
    }
}
