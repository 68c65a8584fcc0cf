package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid withdraw}: holds a task's addresses back. */
@Command(
        name = "withdraw",
        description = "Withdraw a task's addresses from the rack switches until 'braid announce'. Its port stays.")
public final class WithdrawCommand extends ControlCommand {
    @Parameters(paramLabel = "TASK", description = "the task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String task;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        braid.announced(task, false);
        out.println("task " + task + " is withdrawn");
    }
}
