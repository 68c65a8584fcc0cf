package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.FlowReport;
import io.braid.dataplane.control.ReloadReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.EchoConnections;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.UdpStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uplinks come and go with a reload, over BGP sessions with a real switch, under a stream each way and with connections that must live. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class UplinkReloadIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int UPLINKS = 4;
    /** Not there at the start. */
    private static final int LATER = 3;
    /** Goes and comes back. */
    private static final int GOING = 1;

    private static final int PACKETS_PER_SECOND = 2_000;
    /** A machine that does not run the worker for a quarter of a second loses packets whatever Braid does. */
    private static final int TRIES = 3;

    /** Each flow has a packet every 32 ms. */
    private static final int ACTIVE_MILLIS = 1_000;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<StreamCount> tries = new ArrayList<>();
    private int port = 7_001;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Lab lab;

    @SuppressWarnings("NullAway.Init")
    private LabPlan plan;

    @SuppressWarnings("NullAway.Init")
    private BraidHost braid;

    /** The configuration with all uplinks. */
    @SuppressWarnings("NullAway.Init")
    private String whole;

    @BeforeEach
    void start() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces and DPDK need root");
        plan = new LabPlan(Lab.newTag(), UPLINKS, 1, Lab.DEFAULT_RATE, 1500);
        lab = Lab.create(plan, Routing.BGP);
        open.push(lab);
        braid = new BraidHost(lab, yaml -> {
            // Liveness is not what is tested, and a busy machine is silent for longer than the lab's 150 ms.
            // Nor are the moves of single flows in a pause, when uplinks are unevenly loaded.
            whole = yaml.replace("interval: 50ms", "interval: 300ms") + "egress: {rebalance: false}\n";
            return without(whole, LATER);
        });
        open.push(braid);
        braid.start();
        braid.attach(1);
        awaitSessions(2 * UPLINKS - 2);
        until("announced", () -> !braid.client().routes(true).value().routes().isEmpty());
    }

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    /** The same without an uplink and its peers. */
    private String without(String yaml, int uplink) {
        var text = new StringBuilder();
        boolean within = false;
        for (String line : yaml.lines().toList()) {
            if (!line.startsWith("    ")) {
                within = line.equals("  - name: " + plan.uplinkName(uplink));
            }
            boolean peer = line.contains("uplink: " + plan.uplinkName(uplink) + ",");
            if (!within && !peer) {
                text.append(line).append('\n');
            }
        }
        return text.toString();
    }

    private static void until(String what, BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!done.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "not within " + LIMIT + ": " + what);
            Thread.sleep(20);
        }
    }

    private void awaitSessions(int wanted) throws InterruptedException {
        until(wanted + " sessions", () -> {
            StatusReport.Bgp bgp = braid.status().bgp();
            return bgp != null && bgp.sessions() == wanted && bgp.established() == wanted;
        });
    }

    private ReloadReport reload(String yaml) throws IOException {
        Files.writeString(braid.configuration(), yaml);
        return braid.client().reload(null, false).value();
    }

    private void applied(String yaml) throws IOException {
        ReloadReport report;
        try {
            report = reload(yaml);
        } catch (ControlException e) {
            throw new AssertionError(e.explanation() + "\n" + braid.tail(), e);
        }
        assertEquals(ReloadReport.APPLIED, report.outcome(), report.toString());
        System.out.printf("%s in %.1f ms%n", report.changes().getFirst().option(), report.micros() / 1e3);
    }

    /** Each uplink that is to be there is usable, and no other is there. */
    private void awaitUplinks(Integer... wanted) throws InterruptedException {
        List<String> names = Stream.of(wanted).map(plan::uplinkName).toList();
        assertEquals(names, uplinks(braid.status()));
        until(names + " usable", () -> braid.status().uplinks().stream().allMatch(uplink -> uplink.reason() == null));
        awaitSessions(2 * names.size());
    }

    private static List<String> uplinks(StatusReport status) {
        return status.uplinks().stream().map(StatusReport.Uplink::name).toList();
    }

    @Test
    void uplinksComeAndGoUnderTrafficWithoutLossAndOtherFlowsStay() throws Exception {
        try (var connections = new EchoConnections(plan, 1)) {
            connections.check();
            do {
                tries.add(changeUnderTraffic(connections));
                applied(without(whole, LATER));
                awaitUplinks(0, 1, 2);
                connections.check();
            } while (tries.getLast().lost() > 0 && tries.size() < TRIES);
        }
        System.out.println(tries);
        assertEquals(0, tries.getLast().lost(), tries.toString());
        assertEquals(0, tries.getLast().duplicated(), tries.toString());
        nothingIsLeftBehind();
        assertEquals(0, braid.stop(), braid.tail());
        assertTrue(Files.readString(braid.log()).contains("packet buffers are back"), braid.tail());
    }

    private StreamCount changeUnderTraffic(EchoConnections connections) throws Exception {
        try (UdpStream in = stream(true);
                UdpStream out = stream(false)) {
            int first = port - 1;
            until("all flows are known", () -> flows(first).size() >= UdpStream.FLOWS);
            Map<String, String> before = flows(first);

            applied(whole);
            awaitUplinks(0, 1, 2, LATER);
            connections.check();
            assertStay(before, flows(first), "flows stay where they are when an uplink comes");
            try (UdpStream young = stream(false)) {
                int second = port - 1;
                until("new flows are known", () -> flows(second).size() >= UdpStream.FLOWS);
                assertHasItsShare(flows(second), LATER);

                before = flows(first);
                Map<String, String> moved = flows(first);
                String gone = plan.uplinkName(GOING);
                before.values().removeIf(gone::equals);
                moved.values().retainAll(List.of(gone));
                assertFalse(moved.isEmpty(), before.toString());
                applied(without(whole, GOING));
                awaitUplinks(0, 2, LATER);
                assertFalse(braid.client().queues().value().toString().contains(gone));
                assertFalse(hostHas(gone), "its tap is gone");
                assertCeased(GOING);
                connections.check();
                assertStay(before, flows(first), "flows of other uplinks stay when one goes");
                until("the flows of the one that went go elsewhere", () -> {
                    Map<String, String> now = flows(first);
                    return moved.keySet().stream().noneMatch(flow -> gone.equals(now.get(flow)));
                });
                young.stop();
            }
            before = flows(first);
            applied(whole);
            awaitUplinks(0, 1, 2, LATER);
            connections.check();
            assertStay(before, flows(first), "flows stay when it comes back");
            try (UdpStream youngest = stream(false)) {
                int third = port - 1;
                until("new flows are known", () -> flows(third).size() >= UdpStream.FLOWS);
                assertHasItsShare(flows(third), GOING);
                youngest.stop();
            }
            assertTrue(braid.status().invariant().balanced(), braid.status().toString());
            in.stop();
            out.stop();
            return StreamCount.sum(List.of(in.count(), out.count()));
        }
    }

    private UdpStream stream(boolean inbound) {
        List<String> task = List.of(plan.taskAddress(1, Family.V4), plan.taskAddress(1, Family.V6));
        List<String> storage = List.of(plan.storageAddress(Family.V4), plan.storageAddress(Family.V6));
        return inbound
                ? new UdpStream(plan.storage(), plan.task(1), task, port++, PACKETS_PER_SECOND)
                : new UdpStream(plan.task(1), plan.storage(), storage, port++, PACKETS_PER_SECOND);
    }

    /** The uplink of each flow to a port that had a packet lately. */
    private Map<String, String> flows(int to) {
        var uplinks = new HashMap<String, String>();
        var query = new FlowQuery(plan.taskName(1), null, null, to, FlowQuery.Order.BYTES, FlowQuery.MOST);
        for (FlowReport.Flow flow : braid.client().flows(query).value().flows()) {
            if (flow.idleMillis() < ACTIVE_MILLIS) {
                uplinks.put(flow.source() + " " + flow.sourcePort(), flow.uplink());
            }
        }
        return uplinks;
    }

    private static void assertStay(Map<String, String> before, Map<String, String> after, String what) {
        var then = new HashMap<>(before);
        then.keySet().retainAll(after.keySet()); // but for one that a busy sender left out for a while
        var now = new HashMap<>(after);
        now.keySet().retainAll(then.keySet());
        assertTrue(then.size() > before.size() / 2, after.toString());
        assertEquals(then, now, what);
    }

    /** Of the new flows an uplink has a fair part: half of its share at least. */
    private void assertHasItsShare(Map<String, String> flows, int uplink) {
        long own =
                flows.values().stream().filter(plan.uplinkName(uplink)::equals).count();
        assertTrue(own >= flows.size() / (2 * UPLINKS), own + " of " + flows.size() + ": " + flows);
    }

    private boolean hostHas(String device) throws InterruptedException {
        return Files.exists(Path.of("/proc", Long.toString(braid.pid()), "net/dev_snmp6", device));
    }

    /** The switch was told that the sessions end. */
    private void assertCeased(int uplink) throws InterruptedException {
        for (Family family : Family.values()) {
            String neighbor =
                    lab.rackSwitch().vtysh("show bgp neighbors " + plan.hostAddress(uplink, family) + " json");
            assertTrue(neighbor.matches("(?s).*\"notificationsRecv\":[1-9].*"), neighbor);
        }
    }

    /** Threads and files of uplinks that went are gone: coming and going again leaves as many as before. */
    private void nothingIsLeftBehind() throws Exception {
        List<Long> counts = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            applied(whole);
            awaitUplinks(0, 1, 2, LATER);
            applied(without(whole, LATER));
            awaitUplinks(0, 1, 2);
            counts.add(count("fd"));
        }
        assertTrue(counts.getLast() <= counts.getFirst() + 2, "open files: " + counts);
        String last = braid.status().mempool().toString();
        assertTrue(braid.status().mempool().inUse() < braid.status().mempool().size() / 2, last);
    }

    private long count(String what) {
        try (Stream<Path> entries = Files.list(Path.of("/proc", Long.toString(braid.pid()), what))) {
            return entries.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatCannotBeHadChangesNothing() throws Exception {
        String later = whole.replace("iface=" + plan.hostPort(LATER), "iface=not-there");
        var failure = assertThrows(ControlException.class, () -> reload(later));
        assertTrue(
                failure.explanation().contains("uplink " + plan.uplinkName(LATER) + ": cannot open device"),
                failure.explanation());
        assertTrue(failure.explanation().endsWith("; nothing has changed"), failure.explanation());
        awaitUplinks(0, 1, 2);

        // One that could be had goes again with the one that could not.
        String one = without(without(whole, LATER), 2);
        applied(one);
        awaitUplinks(0, 1);
        var both = assertThrows(ControlException.class, () -> reload(later));
        assertTrue(both.explanation().endsWith("; nothing has changed"), both.explanation());
        awaitUplinks(0, 1);

        ReloadReport report = reload(one.replaceFirst("mtu: 1500", "mtu: 1400"));
        assertEquals(ReloadReport.REFUSED, report.outcome(), report.toString());
        report = reload(whole.replace("    mtu: 1500\n", "")
                .replace(
                        "  - name: " + plan.uplinkName(LATER) + "\n",
                        "  - name: " + plan.uplinkName(LATER) + "\n    mtu: 9000\n"));
        assertEquals(ReloadReport.REFUSED, report.outcome(), report.toString());
        assertTrue(
                report.reasons().toString().contains("packet buffers that were made at the start"), report.toString());
        applied(whole);
        awaitUplinks(0, 1, 2, LATER);
        assertEquals(0, braid.stop(), braid.tail());
    }
}
