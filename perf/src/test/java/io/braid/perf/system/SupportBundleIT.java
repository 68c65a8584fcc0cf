package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.dataplane.cli.Main;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.Scheduler;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bundle of a process that forwards, and of one that hangs. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SupportBundleIT {
    private static final int SECONDS = 3_600;

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private String bundle(BraidHost braid, String name) throws Exception {
        Path file = directory.resolve(name + ".tar.gz");
        var out = new StringWriter();
        int code = Main.run(
                new String[] {
                    "support-bundle",
                    "--socket",
                    braid.socket().toString(),
                    "-o",
                    file.toString(),
                    "-c",
                    braid.configuration().toString()
                },
                new PrintWriter(out),
                new PrintWriter(out));
        assertEquals(0, code, out.toString());
        Path unpacked = Files.createDirectory(directory.resolve(name));
        assertEquals(0, run("tar", "-xzf", file.toString(), "-C", unpacked.toString(), "--strip-components=1"));
        return out.toString();
    }

    @Test
    void itHasWhatIsNeededAndNoSecretAlsoWhenTheProcessHangs() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces and DPDK need root");
        var plan = new LabPlan(Lab.newTag(), 2, 1, Lab.DEFAULT_RATE, 1500);
        var scheduler = new Scheduler();
        try (Lab lab = Lab.create(plan, Routing.STATIC);
                var braid = new BraidHost(lab, yaml -> yaml + "web: {listen: \"127.0.0.1:9464\"}\n")) {
            braid.requireGrants(scheduler);
            braid.start();
            String jcmd =
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            assertEquals(0, run(jcmd, Long.toString(braid.pid()), "JFR.start"));
            braid.attach(1);
            braid.client().drained(plan.uplinkName(0), true);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (braid.status().uplinks().getFirst().usable().ipv4()) {
                assertTrue(System.nanoTime() < end, "not drained");
                Thread.sleep(20);
            }
            String said = bundle(braid, "running");
            Path files = directory.resolve("running");
            for (String name : List.of(
                    "status.json",
                    "config.txt",
                    "log.txt",
                    "threads.txt",
                    "metrics.txt",
                    "check.txt",
                    "host/nics.txt")) {
                assertTrue(Files.size(files.resolve(name)) > 0, name + ": " + said);
            }
            assertTrue(Files.readString(files.resolve("log.txt")).contains("attached task"), "the log's last lines");
            List<RecordedEvent> events = RecordingFile.readAllEvents(files.resolve("flight.jfr"));
            assertTrue(events.stream().anyMatch(SupportBundleIT::isAttach), "the task in the recording");
            assertTrue(events.stream().anyMatch(SupportBundleIT::isDrain), "the path in the recording");
            String grant =
                    scheduler.grant(plan.taskName(1), plan.tag(), List.of(plan.taskAddress(1, Family.V4)), SECONDS);
            String header = grant.substring(0, grant.indexOf('.'));
            try (Stream<Path> all = Files.walk(files)) {
                for (Path each : all.filter(Files::isRegularFile).toList()) {
                    String text = new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1);
                    assertFalse(text.contains(header), "a grant in " + each);
                }
            }
            assertEquals(0, run("kill", "-STOP", Long.toString(braid.pid())));
            try {
                said = bundle(braid, "hung");
            } finally {
                assertEquals(0, run("kill", "-CONT", Long.toString(braid.pid())));
            }
            assertTrue(said.contains("missing: what braid itself knows"), said);
            assertTrue(Files.size(directory.resolve("hung/check.txt")) > 0, said);
            assertEquals(0, braid.stop(), braid.tail());
        }
    }

    private static boolean isDrain(RecordedEvent event) {
        return event.getEventType().getName().equals("braid.Path")
                && !event.getBoolean("usable")
                && event.getString("reason").equals("drained");
    }

    private static boolean isAttach(RecordedEvent event) {
        return event.getEventType().getName().equals("braid.Task") && event.getBoolean("attached");
    }
}
