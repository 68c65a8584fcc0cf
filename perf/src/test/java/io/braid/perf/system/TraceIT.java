package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.JsonLines;
import io.braid.dataplane.control.TraceQuery;
import io.braid.dataplane.look.TracedPacket;
import io.braid.perf.lab.BraidCommand;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces of a running Braid with two workers. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TraceIT {
    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 2), yaml -> yaml + "workers: {cpus: [0, 1]}\n");
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    /** Traces while a program runs in the task, again and again, until there are {@code count} packets. */
    private static List<TracedPacket> trace(int count, TraceQuery query, String... program) throws Exception {
        var packets = new ArrayList<TracedPacket>();
        try (var reply = rig.braid().client().trace(query)) {
            assertEquals('\n', reply.body().read(), "it is under way");
            while (packets.size() < count) {
                Command.execute(rig.plan().task(1).wrap(List.of(program)), "", Duration.ofSeconds(20));
                // An empty line comes every second, and at the latest then the program runs again.
                while (packets.size() < count) {
                    String line = line(reply.body());
                    if (line.isEmpty()) {
                        break;
                    }
                    packets.add(JsonLines.read(line.getBytes(StandardCharsets.UTF_8), TracedPacket.class));
                }
            }
        }
        return packets;
    }

    private static String line(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            assertTrue(next >= 0, "the trace broke off");
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static TracedPacket.Step step(TracedPacket packet, String node) {
        return packet.steps().stream()
                .filter(step -> step.node().equals(node))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + node + " in " + packet));
    }

    private static List<String> nodes(TracedPacket packet) {
        return packet.steps().stream().map(TracedPacket.Step::node).toList();
    }

    private static TraceQuery query(String port, Family family, int count) {
        // Echo requests, among others; of ICMPv6 these alone: neighbor discovery has no flow.
        String program = family == Family.V4
                ? "6,40 0 0 12,21 0 3 2048,48 0 0 23,21 0 1 1,6 0 0 262144,6 0 0 0"
                : "6,40 0 0 12,21 0 3 34525,48 0 0 54,21 0 1 128,6 0 0 262144,6 0 0 0";
        return new TraceQuery(List.of(port), null, program, count, 60, 1);
    }

    @Test
    void showsThePathOfAFlow() throws Exception {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            List<TracedPacket> packets = trace(
                    2,
                    query(plan.taskName(1), family, 2),
                    "ping",
                    "-n",
                    "-c",
                    "2",
                    "-i",
                    "0.05",
                    "-W",
                    "1",
                    plan.storageAddress(family));
            TracedPacket first = packets.get(0);
            assertEquals(plan.taskName(1), first.port());
            assertEquals(
                    (family == Family.V4 ? "icmp " : "icmp6 ") + plan.taskAddress(1, family) + " > "
                            + plan.storageAddress(family),
                    first.packet());
            assertTrue(
                    nodes(first).equals(List.of("parse", "task-input", "path", "forward", "emit"))
                            || nodes(first)
                                    .equals(List.of("parse", "unfinished", "task-input", "path", "forward", "emit")),
                    first::toString);
            assertEquals("find a path", step(first, "task-input").verdict());
            TracedPacket.Step path = step(first, "path");
            assertEquals("a new flow, placed by least-loaded", path.detail().get("why"), first::toString);
            String uplink = String.valueOf(path.detail().get("uplink"));
            assertTrue(uplink.startsWith("nic"), first::toString);
            assertEquals(uplink, step(first, "forward").detail().get("hop"));
            assertEquals("send by " + uplink, step(first, "emit").verdict());
            TracedPacket second = packets.get(1);
            assertEquals(
                    "the flow is pinned to it", step(second, "path").detail().get("why"), second::toString);
            assertEquals(uplink, step(second, "path").detail().get("uplink"));
            assertEquals(
                    path.detail().get("flow-hash"),
                    step(second, "path").detail().get("flow-hash"));
            for (TracedPacket packet : packets) {
                // One of the workers has the task's port, and the uplink's queue may be the other's.
                TracedPacket.Step emit = step(packet, "emit");
                assertTrue(
                        "sent".equals(emit.detail().get("result"))
                                || emit.detail().containsKey("handed-to"),
                        packet::toString);
            }
        }
    }

    @Test
    void showsWhereAPacketEnds() throws Exception {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            TracedPacket expired = trace(
                            1,
                            query(plan.taskName(1), family, 1),
                            "ping",
                            "-n",
                            "-c",
                            "1",
                            "-t",
                            "1",
                            "-W",
                            "1",
                            plan.storageAddress(family))
                    .getFirst();
            TracedPacket.Step emit = step(expired, "emit");
            assertEquals("send the ICMP error by " + plan.taskName(1), emit.verdict());
            assertEquals(
                    "dropped: ttl_expired, and its sender told by ICMP",
                    emit.detail().get("packet"));
            String stolen = plan.taskAddress(2, family);
            String address = stolen + "/" + (family == Family.V4 ? "32" : "128 nodad") + " dev task0";
            plan.task(1).ip("addr add " + address);
            try {
                TracedPacket spoofed = trace(
                                1,
                                query(plan.taskName(1), family, 1),
                                "ping",
                                "-n",
                                "-c",
                                "1",
                                "-I",
                                stolen,
                                "-W",
                                "1",
                                plan.storageAddress(family))
                        .getFirst();
                assertEquals(
                        "dropped: source_not_owned", step(spoofed, "task-input").verdict());
                assertFalse(nodes(spoofed).contains("path"), spoofed::toString);
                assertEquals("dropped: source_not_owned", step(spoofed, "emit").verdict());
            } finally {
                plan.task(1).ip("addr del " + address.replace(" nodad", ""));
            }
        }
    }

    @Test
    void theCommandShowsATasksPacketsBothWays() throws Exception {
        LabPlan plan = rig.plan();
        Process trace = new ProcessBuilder(BraidCommand.with(
                        "trace",
                        "--socket",
                        rig.braid().socket().toString(),
                        "--task",
                        plan.taskName(1),
                        "--filter",
                        "icmp and host " + plan.storageAddress(Family.V4),
                        "--count",
                        "4"))
                .start();
        while (trace.isAlive()) {
            Command.execute(
                    plan.task(1)
                            .wrap(List.of(
                                    "ping", "-n", "-c", "2", "-i", "0.1", "-W", "1", plan.storageAddress(Family.V4))),
                    "",
                    Duration.ofSeconds(20));
        }
        String text = new String(trace.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String errors = new String(trace.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, trace.exitValue(), errors);
        assertTrue(errors.contains("braid: 4 packets"), errors);
        assertTrue(text.contains("  " + plan.taskName(1) + " queue 0 "), text);
        assertTrue(text.contains("  uplink-input  forward; to: " + plan.taskName(1)), text);
        assertTrue(text.contains("  path          forward; uplink: nic"), text);
    }

    /** All of a heavy load is traced, by more clients than read, and nothing is lost by it. */
    @Test
    void tracingALoadLosesNothing() throws Exception {
        var all = new TraceQuery(List.of(), null, null, 1_000_000, 3600, 1);
        try (var _ = rig.braid().client().trace(all);
                var _ = rig.braid().client().trace(all)) {
            Rig.assertNothingLost(Traffic.run(
                    rig.lab(),
                    List.of(
                            new Transfer(1, Family.V4, false, Protocol.TCP, 10_000_000, 4, 2),
                            new Transfer(1, Family.V6, true, Protocol.TCP, 10_000_000, 4, 2))));
        }
        rig.awaitBalance();
    }

    @Test
    void wrongQueriesAreRefused() {
        var port = assertThrows(
                ControlException.class,
                () -> rig.braid().client().trace(new TraceQuery(List.of("nic9"), null, null, 1, 1, 1)));
        assertTrue(port.explanation().contains("there is no port nic9"), port.toString());
        var filter = assertThrows(
                ControlException.class,
                () -> rig.braid().client().trace(new TraceQuery(List.of(), "1,9 9 9 9", null, 1, 1, 1)));
        assertTrue(filter.explanation().startsWith("filter: "), filter.toString());
    }
}
