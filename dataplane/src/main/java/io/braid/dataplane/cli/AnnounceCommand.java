package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid announce}: has a task's addresses announced that were held back, or for as long as this command runs. */
@Command(
        name = "announce",
        description = {
            "Have a task's addresses announced to the rack switches.",
            "An attached task is announced without asking; this takes back what 'braid withdraw' did. With --hold the task is announced"
                    + " for as long as this command lives, and withdrawn when it ends, however it does."
        })
public final class AnnounceCommand extends ControlCommand {
    @Parameters(paramLabel = "TASK", description = "the task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String task;

    @Option(names = "--hold", description = "run until stopped, and have the task withdrawn then")
    private boolean hold;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        braid.announced(task, true);
        if (hold) {
            new LeaseKeeper(braid, task, out).hold();
        } else {
            out.println("task " + task + " is announced; see braid bgp explain " + task);
        }
    }
}
