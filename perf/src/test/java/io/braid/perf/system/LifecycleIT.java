package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.perf.lab.BraidCommand;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the process starts, ends, is killed, and refuses to start. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class LifecycleIT {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    @SuppressWarnings("NullAway.Init") // set before each test
    private Rig rig;

    @BeforeEach
    void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 1), yaml -> yaml);
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    @AfterEach
    void end() {
        rig.close();
    }

    /** The kernel's settings that Braid changes on the interfaces whose packets it takes. */
    private static List<String> settings(LabPlan plan) throws InterruptedException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < plan.uplinks(); i++) {
            String port = plan.hostPort(i);
            values.add(plan.host()
                    .run(
                            "sysctl",
                            "net.ipv4.conf." + port + ".rp_filter",
                            "net.ipv4.conf." + port + ".arp_ignore",
                            "net.ipv6.conf." + port + ".disable_ipv6"));
        }
        return values;
    }

    /** Runs {@code braid} in the host's namespace to its end. */
    private Command.Output braid(String... arguments) throws InterruptedException {
        return Command.execute(rig.plan().host().wrap(BraidCommand.with(arguments)), "", START_LIMIT);
    }

    private Path configuration(UnaryOperator<String> edit) throws IOException {
        Path file = rig.lab().directory().resolve("other.yaml");
        return Files.writeString(file, edit.apply(Files.readString(rig.braid().configuration())));
    }

    private static String withOtherSocket(String yaml) {
        return yaml.replace("control.sock", "other.sock");
    }

    @Test
    void signalUnderTrafficEndsItAtOnceAndLeavesNothing() throws InterruptedException {
        List<Transfer> transfers = new ArrayList<>();
        for (boolean inbound : new boolean[] {false, true}) {
            transfers.addAll(Transfer.spread(rig.plan(), inbound, 8, 4));
        }
        Traffic traffic = Traffic.start(rig.lab(), transfers);
        Thread.sleep(1500);
        long began = System.nanoTime();
        assertEquals(0, rig.braid().stop(), rig.braid().tail());
        long millis = (System.nanoTime() - began) / 1_000_000;
        assertTrue(millis < 20_000, "took " + millis + " ms to end");
        rig.assertNothingLeft();
        for (String setting : settings(rig.plan())) {
            assertTrue(setting.contains("rp_filter = 0"), setting);
            assertTrue(setting.contains("arp_ignore = 0"), setting);
            assertTrue(setting.contains("disable_ipv6 = 0"), setting);
        }
        assertEquals(transfers.size(), traffic.await().size());
    }

    @Test
    void killedProcessCanBeStartedAgain() throws InterruptedException {
        assertTrue(settings(rig.plan()).getFirst().contains("arp_ignore = 8"));
        rig.braid().kill();
        rig.braid().start();
        rig.assertReachesStorage(1); // the task is attached again
        rig.endWell();
    }

    @Test
    void secondProcessIsRefusedAndTheFirstGoesOn() throws InterruptedException, IOException {
        var same = braid("run", "-c", rig.braid().configuration().toString());
        assertEquals(1, same.exitCode(), same.toString());
        assertTrue(
                same.err().contains("control.sock") && same.err().contains("another braid is running"),
                same.toString());
        var sameNics =
                braid("run", "-c", configuration(LifecycleIT::withOtherSocket).toString());
        assertEquals(1, sameNics.exitCode(), sameNics.toString());
        assertTrue(sameNics.err().contains("nic0"), sameNics.toString());
        rig.assertPings(rig.plan().tor(), rig.plan().hostAddress(0, Family.V4));

        rig.assertReachesStorage(1);
        assertTrue(
                settings(rig.plan()).getFirst().contains("arp_ignore = 8"),
                "the second one undid the first one's settings");
        rig.endWell();
    }

    @Test
    void wrongConfigurationAndMissingInterfaceAreRefusedWithReason() throws InterruptedException, IOException {
        var wrong = braid(
                "run",
                "-c",
                configuration(yaml -> yaml.replace("gateways", "gatewayz")).toString());
        assertEquals(2, wrong.exitCode(), wrong.toString());
        assertTrue(wrong.err().contains("other.yaml") && wrong.err().contains("gatewayz"), wrong.err());

        var missing = braid(
                "run",
                "-c",
                configuration(yaml -> withOtherSocket(yaml)
                                .replace("iface=up0", "iface=up9")
                                .replaceAll("nic([01])", "lan$1"))
                        .toString());
        assertEquals(1, missing.exitCode(), missing.toString());
        assertTrue(missing.err().contains("up9"), missing.err());
        rig.endWell();
    }
}
