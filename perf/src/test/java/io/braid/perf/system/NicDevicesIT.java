package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Family;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A container with a device for each NIC: what is bound to one leaves by that NIC and comes back by it, all else goes by all. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NicDevicesIT {
    private static final int UPLINKS = 3;
    private static final int PINGS = 20;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @SuppressWarnings("NullAway.Init") // likewise
    private static AttachResult got;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(
                Rig.plan(UPLINKS, 1),
                yaml -> yaml.replace("tasks:\n", "tasks:\n  allocate: [10.100.17.0/30, \"2001:db8:100:17::/64\"]\n"));
        got = attach();
        rig.assertReachesStorage(1);
    }

    private static AttachResult attach() {
        return attach(List.of(rig.plan().taskAddress(1, Family.V4), rig.plan().taskAddress(1, Family.V6)));
    }

    private static AttachResult attach(List<String> ips) {
        return rig.braid()
                .client()
                .attach(new AttachRequest(
                        rig.plan().taskName(1),
                        ips,
                        AttachRequest.KIND_TAP,
                        rig.plan().task(1).path(),
                        true,
                        null,
                        null))
                .value();
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    private static String ping(Family family, String... options) throws InterruptedException {
        var command = new ArrayList<>(List.of("ping", "-c", "" + PINGS, "-i", "0.02", "-w", "5", "-q"));
        command.addAll(List.of(options));
        command.add(rig.plan().storageAddress(family));
        return rig.plan().task(1).run(command.toArray(String[]::new));
    }

    private static long[] sent() {
        return rig.status().uplinks().stream()
                .mapToLong(uplink -> uplink.tx().packets())
                .toArray();
    }

    private static long[] received() {
        return rig.status().uplinks().stream()
                .mapToLong(uplink -> uplink.rx().packets())
                .toArray();
    }

    @Test
    void theContainerHasADeviceForEachUplink() throws InterruptedException {
        assertEquals(
                List.of("lo", "nic0", "nic1", "nic2", "task0"),
                Rig.interfaces(rig.plan().task(1)).stream().sorted().toList());
        assertEquals(2 * UPLINKS, got.nicAddresses().size());
        for (AttachResult.NicAddress nic : got.nicAddresses()) {
            assertEquals(nic.uplink(), nic.device());
            String addresses = rig.plan().task(1).run("ip", "addr", "show", "dev", String.valueOf(nic.device()));
            assertTrue(addresses.contains(" " + nic.address() + "/"), addresses);
        }
    }

    @Test
    void whatIsBoundToADeviceGoesAndComesByItsNic() throws InterruptedException {
        for (Family family : Family.values()) {
            for (int i = 0; i < UPLINKS; i++) {
                long[] sent = sent();
                long[] received = received();
                ping(family, "-I", "nic" + i);
                assertOnly(i, sent, sent());
                assertOnly(i, received, received());
            }
        }
        rig.awaitBalance();
    }

    @Test
    void whatIsBoundToANicAddressGoesByItsNic() throws InterruptedException {
        for (AttachResult.NicAddress nic : got.nicAddresses()) {
            long[] sent = sent();
            ping(nic.address().contains(":") ? Family.V6 : Family.V4, "-I", nic.address());
            assertOnly(Integer.parseInt(nic.uplink().substring(3)), sent, sent());
        }
    }

    /** Neighbor discovery goes by all uplinks now and then. */
    private static void assertOnly(int uplink, long[] before, long[] after) {
        for (int i = 0; i < UPLINKS; i++) {
            long packets = after[i] - before[i];
            assertTrue(
                    i == uplink ? packets >= PINGS : packets < PINGS / 2,
                    "by nic" + uplink + ": " + Arrays.toString(before) + " " + Arrays.toString(after));
        }
    }

    @Test
    void theDeviceOfAnUplinkThatIsDownShowsNoCarrier() throws InterruptedException {
        rig.lab().rackSwitch().linkDown(1);
        awaitCarrier("nic1", false);
        awaitCarrier("nic0", true);
        rig.lab().rackSwitch().linkUp(1);
        awaitCarrier("nic1", true);
        rig.await("uplink 1 usable", LIMIT, status -> usable(status, 1));
        ping(Family.V4, "-I", "nic1");
    }

    private static boolean usable(StatusReport status, int uplink) {
        return status.uplinks().get(uplink).reason() == null;
    }

    private static void awaitCarrier(String device, boolean wanted) throws InterruptedException {
        String link = "";
        for (int tries = 0; tries < 200; tries++) {
            link = rig.plan().task(1).run("ip", "-br", "link", "show", "dev", device);
            if (link.contains("LOWER_UP") == wanted) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError(device + " should have carrier: " + wanted + "; " + link);
    }

    @Test
    void theyComeAndGoWithTheTask() throws InterruptedException {
        for (int n = 0; n < 3; n++) {
            rig.braid().detach(1);
            assertEquals(List.of("lo"), Rig.interfaces(rig.plan().task(1)));
            got = attach();
        }
        rig.assertReachesStorage(1);
    }

    @Test
    void addressesAreChosenFromThisHostsPartAndNotGivenAgainAtOnce() throws InterruptedException {
        rig.braid().detach(1);
        assertEquals(
                List.of("10.100.17.0", "2001:db8:100:17::1"),
                attach(AttachRequest.AUTO_IPS).ips());
        rig.braid().detach(1);
        assertEquals(
                List.of("10.100.17.1", "2001:db8:100:17::2"),
                attach(AttachRequest.AUTO_IPS).ips());
        rig.braid().detach(1);
        got = attach();
        rig.assertReachesStorage(1);
    }

    @Test
    void aDeviceThatIsThereAlreadyIsNotReplaced() throws InterruptedException {
        rig.braid().detach(1);
        rig.plan().task(1).ip("link add nic2 type veth peer name other");
        var refused = assertThrows(ControlException.class, NicDevicesIT::attach);
        rig.plan().task(1).ip("link del nic2");
        assertTrue(refused.explanation().contains("has an interface nic2 already"), refused.explanation());
        assertEquals(List.of("lo"), Rig.interfaces(rig.plan().task(1)));
        got = attach();
        rig.assertReachesStorage(1);
    }
}
