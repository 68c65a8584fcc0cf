package io.braid.perf.bgp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.RouteLog;
import io.braid.perf.lab.Routing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What else can be configured of BGP, with FRR, from end to end. */
@Timeout(value = 150, unit = TimeUnit.SECONDS)
class BgpVariantsIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @BeforeAll
    static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
    }

    private static Lab lab() throws InterruptedException {
        return Lab.create(new LabPlan(Lab.newTag(), 4, 1, Lab.DEFAULT_RATE, 1500), Routing.BGP);
    }

    /** A hand-over: the switch's kernel has all next hops all the time, and the task is attached again. */
    @Test
    void aTakeoverWithdrawsNothing() throws Exception {
        UnaryOperator<String> yaml = text -> text.replace("bgp:\n", "bgp:\n  graceful-restart: 60s\n");
        try (Lab lab = lab();
                var routes = new RouteLog(lab.plan().tor());
                var braid = new BraidHost(lab, yaml)) {
            var stage = new Stage(lab, braid, routes, LIMIT);
            braid.start();
            stage.attach();
            stage.settle();
            awaitPeers(braid, peer -> peer.gracefulRestart());
            List<RouteLog.Hops> before =
                    stage.addresses().stream().map(routes::hops).toList();
            long pid = braid.pid();

            braid.takeOver();
            assertFalse(pid == braid.pid());
            assertEquals(
                    List.of(stage.task()),
                    braid.status().tasks().stream().map(task -> task.task()).toList());
            stage.settle();
            awaitPeers(
                    braid,
                    peer -> peer.advertised().values().stream().mapToInt(n -> n).sum() == 1);
            assertEquals(before, stage.addresses().stream().map(routes::hops).toList(), "the routes never changed");

            // What it was handed it also takes down again.
            stage.detach();
            stage.until(0, 0);
            assertEquals(0, braid.stop(), braid.tail());
        }
    }

    /** One session for each family carries the paths of all uplinks, signed, from the link only, with a default route as sign of life. */
    @Test
    void oneSessionWithAllPaths() throws Exception {
        try (Lab lab = lab();
                var routes = new RouteLog(lab.plan().tor())) {
            Path key = Files.writeString(lab.directory().resolve("tor.key"), "s3cret\n");
            Path dump = lab.directory().resolve("bgp.mrt");
            List<String> commands = new ArrayList<>(List.of("configure terminal", "router bgp " + LabPlan.TOR_AS));
            for (Family family : Family.values()) {
                String neighbor = " neighbor " + lab.plan().hostAddress(0, family);
                commands.addAll(List.of(neighbor + " password s3cret", neighbor + " ttl-security hops 1"));
            }
            lab.rackSwitch().vtysh(commands.toArray(String[]::new));
            try (var braid = new BraidHost(lab, text -> firstUplinkOnly(text, key, dump))) {
                var stage = new Stage(lab, braid, routes, LIMIT);
                braid.start();
                stage.attach();
                stage.until(4, 0);
                awaitPeers(braid, BgpReport.Peer::addPath);
                assertEquals(2, braid.client().bgp().value().peers().size());
                assertEquals(8, braid.client().routes(true).value().routes().size());
                assertTrue(
                        braid.client().routes(false).value().routes().stream()
                                .anyMatch(route -> route.refused() == null
                                        && route.prefix().equals("0.0.0.0/0")),
                        () -> braid.client().routes(false).json());

                // Each uplink's path is withdrawn by itself.
                braid.client().drained("nic2", true);
                stage.until(3, 0);
                braid.client().drained("nic2", false);
                stage.until(4, 0);

                // Without the default route the path by the first uplink leads nowhere.
                defaultRoutes(lab, false);
                stage.until(3, 0);
                assertTrue(String.valueOf(braid.status().uplinks().getFirst().reason())
                        .contains("no default route"));
                defaultRoutes(lab, true);
                stage.until(4, 0);

                assertEquals(0, braid.stop(), braid.tail());
                stage.until(0, 0);
            }
            String read = lab.plan().host().run("bgpdump", "-m", dump.toString());
            assertTrue(read.contains("|A|" + lab.plan().torAddress(0, Family.V4)) || read.contains("|A|"), read);
            assertTrue(read.contains(lab.plan().taskAddress(1, Family.V4) + "/32"), read);
            assertTrue(read.contains(lab.plan().taskAddress(1, Family.V6) + "/128"), read);
        }
    }

    private static String firstUplinkOnly(String yaml, Path key, Path dump) {
        var text = new StringBuilder();
        yaml.lines()
                .filter(line -> !line.contains("asn: " + LabPlan.TOR_AS) || line.contains("uplink: nic0"))
                .map(line -> line.contains("uplink: nic0,")
                        ? line.replace(
                                "uplink: nic0,",
                                "uplink: nic0, add-path: true, gtsm: true, default-route: required, password-file: "
                                        + key + ",")
                        : line)
                .map(line -> line.equals("bgp:") ? "bgp:\n  mrt-file: " + dump : line)
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private static void defaultRoutes(Lab lab, boolean wanted) throws InterruptedException {
        String no = wanted ? "" : "no ";
        lab.rackSwitch()
                .vtysh(
                        "configure terminal",
                        "router bgp " + LabPlan.TOR_AS,
                        "address-family ipv4 unicast",
                        no + "neighbor hosts-v4 default-originate");
    }

    /** A container that ends without a detach is withdrawn, and the operator is told why. */
    @Test
    void aNamespaceThatIsGoneTakesItsRoutesWithIt() throws Exception {
        try (Lab lab = lab();
                var routes = new RouteLog(lab.plan().tor());
                var braid = new BraidHost(lab)) {
            var stage = new Stage(lab, braid, routes, LIMIT);
            braid.start();
            stage.attach();
            stage.settle();
            assertThrows(ControlException.class, () -> braid.client().hold("no-such-task", () -> {}));
            String namespace = lab.plan().task(1).name();
            netns("del", namespace);
            stage.until(0, 0);
            netns("add", namespace); // for the lab to take down; it is another one
            assertTrue(braid.client().explain(stage.task()).value().addresses().stream()
                    .flatMap(address -> address.reasons().stream())
                    .anyMatch(reason -> reason.why().equals("port-down")));
        }
    }

    private static void netns(String verb, String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("ip", "netns", verb, name)
                        .inheritIO()
                        .start()
                        .waitFor());
    }

    private static void awaitPeers(BraidHost braid, Predicate<BgpReport.Peer> condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!braid.client().bgp().value().peers().stream().allMatch(condition)) {
            assertTrue(System.nanoTime() - end < 0, () -> braid.client().bgp().json());
            Thread.sleep(50);
        }
    }
}
