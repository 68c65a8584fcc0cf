package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.FlowReport;
import io.braid.dataplane.control.ReloadReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.UdpStream;
import java.io.IOException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The configuration of a process that forwards is changed, over BGP sessions with a real switch and under a stream each way.
 *
 * <p>{@code -Dbraid.reload.uplinks=8 -Dbraid.reload.tasks=16} makes it as large as DPDK's 32 ports of Debian's packages allow: two for each uplink, one for each task.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ReloadIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PACKETS_PER_SECOND = 4_000;
    /** A machine that does not run the worker for a quarter of a second loses packets whatever Braid does. */
    private static final int TRIES = 3;
    /** Of the 200 ms that it may take; the machine may be busy. */
    private static final int SLACK = 25;

    /** Each flow has a packet every 16 ms. */
    private static final int ACTIVE_MILLIS = 1_000;

    private static final String OTHER_PREFIX = "10.222.0.0/24";

    @SuppressWarnings("NullAway.Init") // set first in each test
    private Lab lab;

    @SuppressWarnings("NullAway.Init")
    private BraidHost braid;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @SuppressWarnings("NullAway.Init")
    private String original;

    private void start(Routing routing, int tasks) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces and DPDK need root");
        var plan =
                new LabPlan(Lab.newTag(), Integer.getInteger("braid.reload.uplinks", 4), tasks, Lab.DEFAULT_RATE, 1500);
        lab = Lab.create(plan, routing);
        open.push(lab);
        // Liveness is not what is tested, and a busy machine is silent for longer than the lab's 150 ms.
        braid = new BraidHost(lab, yaml -> yaml.replace("interval: 50ms", "interval: 300ms"));
        open.push(braid);
        braid.start();
        for (int task = 1; task <= plan.tasks(); task++) {
            braid.attach(task);
        }
        original = Files.readString(braid.configuration());
        if (routing == Routing.BGP) {
            awaitSessions(2 * plan.uplinks());
            until(
                    "announced",
                    () -> !braid.client().routes(true).value().routes().isEmpty());
        }
    }

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private void until(String what, BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!done.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, () -> "not within " + LIMIT + ": " + what + "\n" + braid.tail());
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
        try {
            return braid.client().reload(null, false).value();
        } catch (ControlException e) {
            throw new AssertionError(e.explanation() + "\n" + braid.tail(), e);
        }
    }

    private ReloadReport applied(String yaml) throws IOException {
        ReloadReport report = reload(yaml);
        assertEquals(ReloadReport.APPLIED, report.outcome(), report.toString());
        assertTrue(report.micros() < SLACK * 200_000L, report.toString());
        System.out.printf(
                "reload of %d tasks, %d uplinks: %d changes in %.1f ms%n",
                lab.plan().tasks(), lab.plan().uplinks(), report.changes().size(), report.micros() / 1e3);
        return report;
    }

    private String edited() {
        return original.replace("tasks:\n  prefixes: [", "tasks:\n  prefixes: [" + OTHER_PREFIX + ", ")
                        .replace("  peers:\n", "  med: 7\n  communities: [no-export, \"65017:5\"]\n  peers:\n")
                        .replace("interval: 300ms, multiplier: 3", "interval: 400ms, multiplier: 3")
                + "egress: {policy: hash, idle-timeout: 90s, rebalance: false}\nnuma: {spill: 70, rebalance: off}\n";
    }

    @Test
    void optionsAndPeersChangeUnderTrafficWithoutLossAndFlowsKeepTheirUplinks() throws Exception {
        start(Routing.BGP, Integer.getInteger("braid.reload.tasks", 1));
        List<StreamCount> tries = new ArrayList<>();
        do {
            tries.add(changeUnderTraffic());
        } while (tries.getLast().lost() > 0 && tries.size() < TRIES);
        assertEquals(0, tries.getLast().lost(), tries.toString());
        assertEquals(0, tries.getLast().duplicated(), tries.toString());
        assertEquals(0, braid.stop(), braid.tail());
    }

    private StreamCount changeUnderTraffic() throws Exception {
        LabPlan plan = lab.plan();
        List<String> task = List.of(plan.taskAddress(1, Family.V4), plan.taskAddress(1, Family.V6));
        List<String> storage = List.of(plan.storageAddress(Family.V4), plan.storageAddress(Family.V6));
        try (var in = new UdpStream(plan.storage(), plan.task(1), task, 7001, PACKETS_PER_SECOND);
                var out = new UdpStream(plan.task(1), plan.storage(), storage, 7002, PACKETS_PER_SECOND)) {
            until("all flows are known", () -> flows().size() >= UdpStream.FLOWS);
            Map<String, String> before = flows();

            ReloadReport report = applied(edited());
            assertTrue(
                    report.changes().contains(new ReloadReport.Change("egress.policy", "least-loaded", "hash", true)),
                    report.toString());
            assertEquals("hash", braid.status().flows().policy());
            until("the switch is told", () -> said("65017:5"));

            // The sessions of one uplink go and come back.
            String gone = edited().lines()
                    .filter(line -> !(line.contains("bfd:") && line.contains("uplink: " + plan.uplinkName(1))))
                    .reduce("", (all, line) -> all + line + "\n");
            assertEquals(2, applied(gone).changes().size());
            awaitSessions(2 * plan.uplinks() - 2);
            applied(edited());
            awaitSessions(2 * plan.uplinks());
            applied(original);
            Map<String, String> after = flows();
            after.keySet().retainAll(before.keySet());
            before.keySet().retainAll(after.keySet()); // but for one that a busy sender left out for a while
            assertTrue(after.size() > UdpStream.FLOWS / 2, after.toString());
            assertEquals(before, after, "flows keep their uplinks");
            in.stop();
            out.stop();
            return StreamCount.sum(List.of(in.count(), out.count()));
        }
    }

    private boolean said(String community) {
        return braid.client().routes(true).value().toString().contains(community);
    }

    /** The uplink of each flow of the stream, without those of an earlier one. */
    private Map<String, String> flows() {
        var uplinks = new HashMap<String, String>();
        var query = new FlowQuery(lab.plan().taskName(1), null, null, 7002, FlowQuery.Order.BYTES, FlowQuery.MOST);
        for (FlowReport.Flow flow : braid.client().flows(query).value().flows()) {
            if (flow.idleMillis() < ACTIVE_MILLIS) {
                uplinks.put(flow.source() + " " + flow.sourcePort(), flow.uplink());
            }
        }
        return uplinks;
    }

    @Test
    void whatCannotBeIsRefusedWhole() throws Exception {
        start(Routing.STATIC, 1);
        ReloadReport report = reload(edited().replaceFirst("mtu: 1500", "mtu: 1400"));
        assertEquals(ReloadReport.REFUSED, report.outcome(), report.toString());
        assertEquals(1, report.reasons().size(), report.toString());
        assertTrue(report.reasons().getFirst().startsWith("uplinks[0].mtu: it needs a restart"), report.toString());
        assertEquals("least-loaded", braid.status().flows().policy());

        report = reload(original.replaceFirst("host: .*", "host: another"));
        assertEquals(ReloadReport.REFUSED, report.outcome(), report.toString());
        assertTrue(report.reasons().getFirst().contains("is it another host's?"), report.toString());

        report = reload(edited() + "from-the-future: {x: 1}\n");
        assertEquals(ReloadReport.INVALID, report.outcome(), report.toString());
        assertTrue(report.reasons().getFirst().contains("from-the-future"), report.toString());
        assertEquals(ReloadReport.INVALID, reload("\0").outcome());
        assertEquals("least-loaded", braid.status().flows().policy());

        // Addresses that a task has must stay permitted; those of nobody come and go.
        var extra = new AttachRequest("extra", List.of("10.222.0.1"), AttachRequest.KIND_TAP, null, false, null, null);
        assertThrows(ControlException.class, () -> braid.client().attach(extra));
        applied(edited());
        braid.client().attach(extra);
        report = reload(original);
        assertEquals(ReloadReport.REFUSED, report.outcome(), report.toString());
        assertTrue(
                report.reasons().getFirst().contains("task extra is attached and has 10.222.0.1"), report.toString());
        assertEquals("hash", braid.status().flows().policy());
        braid.client().detach("extra");
        applied(original);
        assertThrows(ControlException.class, () -> braid.client().attach(extra));

        hangUp(edited());
        until("reloaded by SIGHUP", () -> braid.status().flows().policy().equals("hash"));
        hangUp("uplinks: 7\n");
        Path log = braid.log();
        until("the broken file is logged", () -> read(log).contains("reload refused: "));
        assertEquals("hash", braid.status().flows().policy());
        assertEquals(0, braid.stop(), braid.tail());
    }

    private void hangUp(String yaml) throws Exception {
        Files.writeString(braid.configuration(), yaml);
        assertEquals(
                0,
                new ProcessBuilder("kill", "-HUP", Long.toString(braid.pid()))
                        .start()
                        .waitFor());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
