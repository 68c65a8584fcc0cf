package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uplinks with an MTU of 9000 before tasks whose taps carry 1500: large packets arrive in one buffer and leave in parts, or not at all with a reason. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class JumboIT {
    @Test
    void jumboPacketsAreTakenInAndFragmentedOrReported() throws InterruptedException {
        var plan = new LabPlan(Lab.newTag(), 2, 1, Lab.DEFAULT_RATE, 9000);
        try (Rig rig = Rig.start(plan, UnaryOperator.identity())) {
            rig.braid().attach(1);
            assertEquals(9000, rig.status().uplinks().getFirst().mtu());
            assertEquals(1500, rig.task(1).mtu());
            rig.assertReachesStorage(1);

            String task4 = plan.taskAddress(1, Family.V4);
            // The answer comes back in the fragments that the task's kernel makes.
            assertContains(ping(plan.storage(), "-M", "dont", "-s", "8900", task4), " 3 received");
            assertContains(
                    ping(plan.storage(), "-M", "do", "-s", "3000", task4), "Frag needed and DF set (mtu = 1500)");
            assertContains(
                    ping(plan.storage(), "-M", "do", "-s", "3000", plan.taskAddress(1, Family.V6)),
                    "Packet too big: mtu=1500");
            for (Family family : Family.values()) {
                // Between the switch and the host's tap, too, only 1500 bytes pass.
                assertContains(
                        ping(plan.tor(), "-M", "do", "-s", "8000", plan.hostAddress(0, family)),
                        family == Family.V4 ? "(mtu = 1500)" : "mtu=1500");
            }

            List<Transfer> transfers = new ArrayList<>();
            for (boolean inbound : new boolean[] {false, true}) {
                transfers.addAll(Transfer.spread(plan, inbound, 8, 3));
            }
            Rig.assertNothingLost(Traffic.run(rig.lab(), transfers));
            rig.endWell();
        }
    }

    private static String ping(Netns from, String... options) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("ping", "-n", "-i", "0.1", "-W", "1", "-c", "3"));
        command.addAll(List.of(options));
        Command.Output output = Command.execute(from.wrap(command), "", Duration.ofSeconds(15));
        return output.out() + output.err();
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), "expected " + part + " in " + text);
    }
}
