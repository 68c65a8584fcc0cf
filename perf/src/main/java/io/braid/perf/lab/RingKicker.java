package io.braid.perf.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * Has the switch ping the host on every uplink a hundred times a second, for the sake of {@code net_af_packet}.
 *
 * <p>A NIC sends by itself what is in its ring. That driver sends only when it is given the next burst: of what a shaped
 * link refused at the end of a transfer, up to 512 frames stay, and the first packets of the next transfer would wait
 * behind them for retransmission time-outs of seconds. Each answer to a ping is such a burst. They are 0.1% of the bytes.
 */
public final class RingKicker {
    private final List<Process> pings = new ArrayList<>();

    /** Starts pinging; all uplinks must be up, and may go down later. */
    public RingKicker(Lab lab) {
        LabPlan plan = lab.plan();
        for (int i = 0; i < plan.uplinks(); i++) {
            pings.add(lab.start(
                    plan.tor(),
                    "ping-" + plan.switchPort(i),
                    List.of("ping", "-q", "-n", "-i", "0.01", plan.hostAddress(i, Family.V4))));
        }
    }

    /** Has it go on for as long as the lab is there. */
    public static void forGood(Lab lab) {
        new RingKicker(lab);
    }

    /** Ends the pings; a lab that is closed ends them too. */
    public void stop() throws InterruptedException {
        for (Process ping : pings) {
            Children.stop(ping);
        }
    }
}
