package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid drain}: takes an uplink out of service without loss. */
@Command(
        name = "drain",
        description = {
            "Take an uplink out of service without loss; returns when its cable may be pulled.",
            "Its flows move to the other uplinks; the switch is told to move away (GRACEFUL_SHUTDOWN, for bgp.drain-wait), then the routes by"
                    + " it are withdrawn."
        })
public final class DrainCommand extends ControlCommand {
    @Parameters(paramLabel = "UPLINK", description = "the uplink's name, as in the configuration")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String uplink;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        braid.drained(uplink, true);
        out.println("uplink " + uplink + " is drained");
    }
}
