package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid reset}: resets an uplink's NIC. */
@Command(
        name = "reset",
        description = {
            "Reset an uplink's NIC, or restart its port where the driver cannot reset; returns when it runs again.",
            "Its flows take the other uplinks meanwhile; packets in its queues are lost. Drain it before to lose none."
                    + " A NIC that asks for a reset by itself gets one."
        })
public final class ResetCommand extends ControlCommand {
    @Parameters(paramLabel = "UPLINK", description = "the uplink's name, as in the configuration")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String uplink;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        braid.reset(uplink);
        out.println("uplink " + uplink + " was reset");
    }
}
