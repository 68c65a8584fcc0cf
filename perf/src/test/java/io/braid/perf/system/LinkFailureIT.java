package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Ping;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import io.braid.perf.lab.TransferResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links and gateways that fail and return, with connections over them that must live. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LinkFailureIT {
    /** Loss of a link is seen in milliseconds; the machine may be busy. */
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** A gateway that falls silent is given up 20 s and three unanswered questions after its last answer. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(30);

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(1);
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    /** Connections of both families both ways, slow enough to leave the machine time for the rest. */
    private static Traffic connections(int seconds) throws InterruptedException {
        List<Transfer> transfers = new ArrayList<>();
        for (boolean inbound : new boolean[] {false, true}) {
            transfers.addAll(Transfer.spread(rig.plan(), inbound, Protocol.TCP, 1_000_000, 16, seconds));
        }
        return Traffic.start(rig.lab(), transfers);
    }

    private static void assertAllLived(Traffic traffic) throws InterruptedException {
        List<TransferResult> results = traffic.await();
        Rig.assertNothingLost(results);
        rig.assertReachesStorage(1);
        rig.awaitBalance();
    }

    private static StatusReport.Uplink uplink(StatusReport status, int i) {
        return status.uplinks().get(i);
    }

    @Test
    void connectionsLiveThroughTheLossAndReturnOfAnUplink() throws InterruptedException {
        Traffic traffic = connections(6);
        Thread.sleep(1000);
        rig.lab().rackSwitch().linkDown(1);
        rig.braid().awaitUplinks(LIMIT);
        long sent = uplink(rig.status(), 1).tx().packets();
        Thread.sleep(1000);
        StatusReport.Uplink down = uplink(rig.status(), 1);
        assertEquals("link down", down.reason());
        assertEquals(sent, down.tx().packets(), "sent over a link that is down");
        rig.lab().rackSwitch().linkUp(1);
        rig.braid().awaitUplinks(LIMIT);
        assertAllLived(traffic);
    }

    @Test
    void connectionsLiveThroughAnInterfaceSwitchedOffOnTheHost() throws InterruptedException {
        LabPlan plan = rig.plan();
        Traffic traffic = connections(6);
        Thread.sleep(1000);
        plan.host().ip("link set " + plan.hostPort(2) + " down");
        rig.await("uplink 2 down", LIMIT, status -> !uplink(status, 2).link());
        Thread.sleep(1000);
        plan.host().ip("link set " + plan.hostPort(2) + " up");
        rig.lab().rackSwitch().linkUp(2); // the switch lost carrier, and with it its routes
        rig.await("uplink 2 usable", LIMIT, status -> uplink(status, 2).reason() == null);
        assertAllLived(traffic);
        for (Family family : Family.values()) {
            rig.assertPings(plan.tor(), plan.hostAddress(2, family));
        }
    }

    @Test
    void gatewayThatChangesItsMacAddressIsFollowed() throws InterruptedException {
        LabPlan plan = rig.plan();
        String port = plan.switchPort(3);
        String mac = "02:00:00:00:5a:03";
        Traffic traffic = connections(6);
        Thread.sleep(1000);
        plan.tor().ip("link set " + port + " address " + mac);
        // The switch has forgotten its neighbors and asks for them, which shows its new address.
        rig.await(
                "new MAC address of the gateway on uplink 3",
                LIMIT,
                status -> uplink(status, 3).gateways().stream().allMatch(gateway -> mac.equals(gateway.mac())));
        assertAllLived(traffic);
    }

    @Test
    void gatewayThatAnswersNoMoreIsLeftAndFoundAgain() throws InterruptedException {
        LabPlan plan = rig.plan();
        String port = plan.switchPort(0);
        String address6 = plan.torAddress(0, Family.V6) + "/" + plan.uplinkPrefixLength(Family.V6) + " dev " + port;
        plan.tor().sysctl("net.ipv4.conf." + port + ".arp_ignore=8");
        plan.tor().ip("addr del " + address6);
        try {
            StatusReport status = rig.await("gateways given up", SILENCE_LIMIT, s -> {
                StatusReport.Usable usable = uplink(s, 0).usable();
                return !usable.ipv4() && !usable.ipv6();
            });
            assertTrue(uplink(status, 0).link());
            assertEquals("gateway 192.0.2.0 does not answer", uplink(status, 0).reason());
            assertEquals(
                    1,
                    uplink(status, 1).gateways().stream()
                            .filter(gateway -> gateway.address().equals(plan.torAddress(1, Family.V4)))
                            .count());
            rig.assertReachesStorage(1);
        } finally {
            plan.tor().sysctl("net.ipv4.conf." + port + ".arp_ignore=0");
            plan.tor().ip("addr add " + address6);
        }
        // It asks again after 0.1, 0.2, 0.4 ... 10 s.
        rig.await(
                "gateways found again",
                Duration.ofSeconds(25),
                s -> uplink(s, 0).reason() == null);
        rig.assertReachesStorage(1);
        rig.awaitBalance();
    }

    @Test
    void allUplinksDownIsCountedAndConnectionsLiveOnAfterTheReturn() throws InterruptedException {
        LabPlan plan = rig.plan();
        Traffic traffic = connections(8);
        Thread.sleep(1000);
        for (int i = 0; i < plan.uplinks(); i++) {
            rig.lab().rackSwitch().linkDown(i);
        }
        rig.braid().awaitUplinks(LIMIT);
        long before = rig.taskDrops(1, "no_path");
        for (Family family : Family.values()) {
            assertEquals(
                    0, Ping.run(plan.task(1), plan.storageAddress(family), 5).received());
        }
        assertTrue(
                rig.taskDrops(1, "no_path") >= before + 10, rig.task(1).drops().toString());
        for (int i = 0; i < plan.uplinks(); i++) {
            rig.lab().rackSwitch().linkUp(i);
        }
        rig.braid().awaitUplinks(LIMIT);
        assertAllLived(traffic);
    }
}
