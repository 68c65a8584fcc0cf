package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid undrain}: takes an uplink back into service. */
@Command(name = "undrain", description = "Take a drained uplink back into service; new flows use it, others stay.")
public final class UndrainCommand extends ControlCommand {
    @Parameters(paramLabel = "UPLINK", description = "the uplink's name, as in the configuration")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String uplink;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        braid.drained(uplink, false);
        out.println("uplink " + uplink + " is in service");
    }
}
