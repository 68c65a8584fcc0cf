package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.CaptureQuery;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StreamedReply;
import io.braid.perf.lab.BraidCommand;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Captures of a running Braid, read by Wireshark's own programs. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CaptureIT {
    private static final int PINGS = 3;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    /** A packet as tshark tells of it. */
    private record Row(String port, String direction, String time, String comment) {}

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 2), yaml -> yaml);
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    private static Path file(String name) {
        return rig.lab().directory().resolve(name);
    }

    /** Starts a capture and waits until it is under way. */
    private static Process capture(Path file, String... arguments) throws Exception {
        var all = new ArrayList<>(
                List.of("capture", "--socket", rig.braid().socket().toString(), "-w", file.toString()));
        all.addAll(List.of(arguments));
        Process process = new ProcessBuilder(BraidCommand.with(all.toArray(String[]::new)))
                .redirectErrorStream(true)
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (Files.notExists(file) || Files.size(file) == 0) {
            assertTrue(process.isAlive() && System.nanoTime() < end, () -> output(process));
            Thread.sleep(20);
        }
        return process;
    }

    private static String output(Process process) {
        process.destroy();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static List<Row> rows(Process capture, Path file) throws Exception {
        assertTrue(capture.waitFor(60, TimeUnit.SECONDS), "the capture does not end");
        assertEquals(0, capture.exitValue(), () -> output(capture));
        Command.run(List.of("capinfos", file.toString()));
        String fields = Command.run(List.of(
                "tshark",
                "-n",
                "-r",
                file.toString(),
                "-T",
                "fields",
                "-E",
                "separator=|",
                "-e",
                "frame.interface_name",
                "-e",
                "frame.packet_flags_direction",
                "-e",
                "frame.time_epoch",
                "-e",
                "frame.comment"));
        return fields.lines()
                .map(line -> line.split("\\|", 4))
                .map(parts -> new Row(parts[0], parts[1], parts[2], parts[3]))
                .toList();
    }

    private static void ping(String... arguments) throws InterruptedException {
        Netns task = rig.plan().task(1);
        var command = new ArrayList<>(List.of("ping", "-n", "-i", "0.05", "-W", "1", "-c", Integer.toString(PINGS)));
        command.addAll(List.of(arguments));
        Command.execute(task.wrap(command), "", Duration.ofSeconds(20));
    }

    @Test
    void showsWhatComesInAndWhatGoesOut() throws Exception {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            Path file = file("both-" + family + ".pcapng");
            String kind = family == Family.V4 ? "icmp" : "icmp6";
            Process capture = capture(
                    file,
                    "--count",
                    Integer.toString(4 * PINGS),
                    "--filter",
                    kind + " and host " + plan.storageAddress(family));
            ping(plan.storageAddress(family));
            List<Row> rows = rows(capture, file);
            assertEquals(4 * PINGS, rows.size(), rows::toString);
            String task = plan.taskName(1);
            for (int n = 0; n < rows.size(); n += 4) {
                Row request = rows.get(n);
                assertEquals(task, request.port(), rows::toString);
                assertTrue(request.direction().endsWith("1"), rows::toString);
                Row out = rows.get(n + 1);
                assertTrue(out.port().startsWith("nic"), rows::toString);
                assertTrue(out.direction().endsWith("2"), rows::toString);
                assertEquals("sent by worker-0", out.comment());
                assertEquals("received on queue 0 by worker-0; to " + out.port(), request.comment(), rows::toString);
                assertTrue(rows.get(n + 2).port().startsWith("nic"), rows::toString);
                assertEquals(
                        "received on queue 0 by worker-0; to " + task,
                        rows.get(n + 2).comment());
                assertEquals(task, rows.get(n + 3).port(), rows::toString);
            }
            double first = Double.parseDouble(rows.getFirst().time());
            assertTrue(
                    Math.abs(first - System.currentTimeMillis() / 1e3) < 120,
                    rows.getFirst().time());
            assertEquals(
                    rows.stream().map(Row::time).sorted().toList(),
                    rows.stream().map(Row::time).toList());
        }
    }

    @Test
    void saysWhyPacketsAreDropped() throws Exception {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            String stolen = plan.taskAddress(2, family);
            String address = stolen + "/" + (family == Family.V4 ? "32" : "128 nodad") + " dev task0";
            plan.task(1).ip("addr add " + address);
            try {
                Path file = file("spoofed-" + family + ".pcapng");
                Process capture = capture(
                        file,
                        "--direction",
                        "dropped",
                        "--port",
                        plan.taskName(1),
                        "--count",
                        Integer.toString(PINGS),
                        "--filter",
                        "src host " + stolen + " and dst host " + plan.storageAddress(family));
                ping("-I", stolen, plan.storageAddress(family));
                List<Row> rows = rows(capture, file);
                assertEquals(PINGS, rows.size(), rows::toString);
                for (Row row : rows) {
                    assertEquals("received on queue 0 by worker-0; dropped: source_not_owned", row.comment());
                }
            } finally {
                plan.task(1).ip("addr del " + address.replace(" nodad", ""));
            }
            Path expired = file("expired-" + family + ".pcapng");
            Process capture = capture(
                    expired,
                    "--direction",
                    "dropped",
                    "--count",
                    Integer.toString(PINGS),
                    "--filter",
                    "dst host " + plan.storageAddress(family) + " and (icmp or icmp6)");
            ping("-t", "1", plan.storageAddress(family));
            List<Row> rows = rows(capture, expired);
            // As it came, though its buffer has become the ICMP error.
            assertEquals(PINGS, rows.size(), rows::toString);
            for (Row row : rows) {
                assertEquals(
                        "received on queue 0 by worker-0; dropped: ttl_expired, and its sender told by ICMP",
                        row.comment());
            }
        }
    }

    @Test
    void clientsThatDoNotReadOrLeaveHarmNobody() throws Exception {
        List<StreamedReply> open = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                open.add(rig.braid()
                        .client()
                        .capture(new CaptureQuery(
                                List.of(), CaptureQuery.Direction.BOTH, null, 100_000_000, 3600, 65_535, 1L << 32)));
            }
            var fifth = assertThrows(
                    ControlException.class, () -> rig.braid().client().capture(CaptureQuery.all()));
            assertTrue(fifth.explanation().contains("4 captures and traces are under way already"), fifth.toString());
            // Far more than the rings and the sockets hold.
            Rig.assertNothingLost(
                    Traffic.run(rig.lab(), List.of(new Transfer(1, Family.V4, false, Protocol.TCP, 50_000_000, 4, 3))));
        } finally {
            for (StreamedReply reply : open) {
                reply.close();
            }
        }
        rig.assertReachesStorage(1);
        rig.awaitBalance();
        // Their places are free again.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try (StreamedReply again = rig.braid().client().capture(CaptureQuery.all())) {
                assertTrue(again.body().read() >= 0);
                return;
            } catch (ControlException taken) {
                assertTrue(System.nanoTime() < end, taken.toString());
                Thread.sleep(50);
            }
        }
    }

    @Test
    void wrongPortsAndFiltersAreRefused() throws Exception {
        var port = assertThrows(
                ControlException.class,
                () -> rig.braid()
                        .client()
                        .capture(new CaptureQuery(
                                List.of("nic9"), CaptureQuery.Direction.IN, null, 1, 1, 100, 1 << 20)));
        assertTrue(port.explanation().contains("there is no port nic9; ports are host:nic0"), port.toString());
        for (String program :
                List.of("", "1,0 0 0 0", "2,5 0 0 4294967295,6 0 0 1", "1,6 0 0 1;", "257" + ",6 0 0 1".repeat(257))) {
            var refused = assertThrows(
                    ControlException.class,
                    () -> rig.braid()
                            .client()
                            .capture(new CaptureQuery(
                                    List.of(), CaptureQuery.Direction.IN, program, 1, 1, 100, 1 << 20)));
            assertTrue(refused.explanation().startsWith("filter: "), refused.toString());
        }
        Command.Output absurd = Command.execute(
                BraidCommand.with(
                        "capture",
                        "--socket",
                        rig.braid().socket().toString(),
                        "-w",
                        file("absurd.pcapng").toString(),
                        "--filter",
                        "x".repeat(100_000)),
                "",
                Duration.ofSeconds(60));
        assertEquals(2, absurd.exitCode(), absurd.err());
        assertTrue(absurd.err().contains("the filter has 100000 characters; at most 4096"), absurd.err());
    }
}
