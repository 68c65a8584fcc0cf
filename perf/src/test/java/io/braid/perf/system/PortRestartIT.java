package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uplinks whose ports are stopped and started while connections run. Two are taps, tied to their links, which can do that; one is net_af_packet, which cannot. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PortRestartIT {
    private static final int RESETS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        LabPlan plan = Rig.plan(3, 1);
        UnaryOperator<String> taps = yaml -> {
            tie(plan, 1);
            tie(plan, 2);
            return yaml.replaceAll("net_af_packet([12]),iface=(\\w+)[^\"]*", "net_tap_wire$1,iface=upt$1");
        };
        rig = Rig.start(plan, taps);
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    /** A tap that outlives its port; what comes by the link goes there, and the other way round. Both vanish with the namespace. */
    private static void tie(LabPlan plan, int uplink) {
        String tap = "upt" + uplink;
        String link = plan.hostPort(uplink);
        try {
            plan.host().ip("tuntap add dev " + tap + " mode tap multi_queue");
            plan.host().sysctl("net.ipv6.conf." + tap + ".disable_ipv6=1");
            plan.host().ip("link set " + tap + " up");
            String all = " parent ffff: protocol all u32 match u32 0 0 action mirred egress redirect dev ";
            plan.host()
                    .tc(List.of(
                            "qdisc add dev " + tap + " ingress",
                            "qdisc add dev " + link + " ingress",
                            "filter add dev " + tap + all + link,
                            "filter add dev " + link + all + tap));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    @Test
    void connectionsLiveWhilePortsAreRestarted() throws InterruptedException {
        List<Transfer> transfers = new ArrayList<>();
        for (boolean inbound : new boolean[] {false, true}) {
            transfers.addAll(Transfer.spread(rig.plan(), inbound, Protocol.TCP, 1_000_000, 12, 12));
        }
        Traffic traffic = Traffic.start(rig.lab(), transfers);
        Thread.sleep(1000);
        for (int n = 0; n < RESETS; n++) {
            String name = rig.plan().uplinkName(1 + n % 2);
            rig.braid().client().reset(name);
            rig.await("the gateways of " + name + " are found again", LIMIT, status -> reason(status, name) == null);
        }
        Rig.assertNothingLost(traffic.await());
        rig.assertReachesStorage(1);
        for (int i = 0; i < 3; i++) {
            for (Family family : Family.values()) {
                rig.assertPings(rig.plan().tor(), rig.plan().hostAddress(i, family));
            }
        }
        rig.awaitBalance();
    }

    private static @Nullable String reason(StatusReport status, String name) {
        return status.uplinks().stream()
                .filter(uplink -> uplink.name().equals(name))
                .findFirst()
                .orElseThrow()
                .reason();
    }

    @Test
    void aDriverThatCannotIsRefused() {
        var refused = assertThrows(
                ControlException.class,
                () -> rig.braid().client().reset(rig.plan().uplinkName(0)));
        assertEquals(ControlException.Kind.CONFLICT, refused.kind());
        assertTrue(refused.explanation().contains("net_af_packet"), refused.explanation());
        var unknown =
                assertThrows(ControlException.class, () -> rig.braid().client().reset("nic9"));
        assertEquals(ControlException.Kind.NOT_FOUND, unknown.kind());
    }
}
