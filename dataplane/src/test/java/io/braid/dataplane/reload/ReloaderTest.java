package io.braid.dataplane.reload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.ReloadReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReloaderTest {
    private static final String YAML = """
            host: h
            uplinks:
              - {name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}
            egress: {policy: hash}
            tasks: {prefixes: [10.100.0.0/16]}
            """;

    private final List<String> audited = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<LivePart> parts = new ArrayList<>();
    private String policy = "hash";

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // before each test
    private Path file;

    @SuppressWarnings("NullAway.Init")
    private Reloader reloader;

    @BeforeEach
    void start() throws IOException, ConfigException {
        file = directory.resolve("host.yaml");
        Files.writeString(file, YAML);
        parts.add(LivePart.of(loaded -> policy = word(loaded)));
        reloader = reloader();
    }

    private Reloader reloader() throws ConfigException {
        return new Reloader(
                ConfigLoader.load(file),
                parts,
                Supplier::get,
                new AuditLog((_, line) -> audited.add(line), System::nanoTime),
                report -> told.add(report.outcome()));
    }

    private static String word(LoadedConfig loaded) {
        return loaded.config().egress().policy().name().toLowerCase(java.util.Locale.ROOT);
    }

    private ReloadReport reload(String yaml, boolean dryRun) throws IOException {
        Files.writeString(file, yaml);
        return reloader.reload(null, dryRun, new Asker(7, 0, 0, "braid", "/", 1));
    }

    @Test
    void aFileThatDiffersIsAppliedOnce() throws IOException {
        String other = YAML.replace("policy: hash", "policy: flowlet");
        ReloadReport report = reload(other, false);
        assertEquals(ReloadReport.APPLIED, report.outcome());
        assertEquals(List.of(new ReloadReport.Change("egress.policy", "hash", "flowlet", true)), report.changes());
        assertEquals("flowlet", policy);
        assertTrue(audited.getLast().contains("action=reload outcome=granted"), audited.getLast());
        assertTrue(audited.getLast().contains("changes=egress.policy pid=7 uid=0"), audited.getLast());
        assertEquals(ReloadReport.UNCHANGED, reload(other, false).outcome());
        assertEquals(List.of(ReloadReport.APPLIED, ReloadReport.UNCHANGED), told);
    }

    @Test
    void aDryRunChangesNothingAndLeavesNoTrace() throws IOException {
        ReloadReport report = reload(YAML.replace("policy: hash", "policy: flowlet"), true);
        assertEquals(ReloadReport.READY, report.outcome());
        assertEquals("hash", policy);
        assertEquals(List.of(), told);
        assertEquals(List.of(), audited);
    }

    @Test
    void oneOptionThatNeedsARestartRefusesAllWithAllReasons() throws IOException, ConfigException {
        parts.add((_, _, reasons) -> {
            reasons.add("tasks.prefixes: a task is in the way");
            return new LivePart.Step(() -> policy = "applied", () -> {});
        });
        reloader = reloader();
        ReloadReport report = reload(
                YAML.replace("policy: hash", "policy: flowlet").replace("host: h", "host: other")
                        + "dpdk: {memory: 1GiB}\n",
                false);
        assertEquals(ReloadReport.REFUSED, report.outcome());
        assertEquals(3, report.changes().size(), report.toString());
        assertEquals(
                List.of(
                        "host: this braid runs as h, and the file is of other: is it another host's?",
                        "dpdk.memory: it needs a restart to change this (braid run --takeover keeps tasks and flows)",
                        "tasks.prefixes: a task is in the way"),
                report.reasons());
        assertEquals("hash", policy);
        assertTrue(audited.getLast().contains("outcome=refused reason=refused"), audited.getLast());
    }

    @Test
    void whatCouldNotBeHadIsSaidAndAllElseTakenBack() throws IOException, ConfigException {
        parts.add((_, _, _) -> new LivePart.Step(
                () -> {
                    throw new ControlException(ControlException.Kind.FAILED, "uplink nic9: no such device");
                },
                () -> {}));
        reloader = reloader();
        var failure = assertThrows(
                ControlException.class, () -> reload(YAML.replace("policy: hash", "policy: flowlet"), false));
        assertEquals("the reload failed: uplink nic9: no such device; nothing has changed", failure.explanation());
        assertEquals("hash", policy);
        assertEquals(List.of("failed"), told);
        assertTrue(audited.getLast().contains("outcome=failed reason=failed"), audited.getLast());
    }

    @Test
    void uplinksComeAndGoLiveButDoNotChange() throws IOException {
        String one = "  - {name: nic0, device: \"vdev:net_null0\", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}\n";
        assertTrue(YAML.contains(one), YAML);
        String other = one.replace("nic0", "nic1")
                .replace("null0", "null1")
                .replace("2.1/31", "2.3/31")
                .replace("2.0]", "2.2]");
        ReloadReport report = reload(YAML.replace(one, one + other), true);
        assertEquals(ReloadReport.READY, report.outcome(), report.toString());
        assertEquals("uplinks[1]", report.changes().getFirst().option());
        assertTrue(report.changes().getFirst().live());
        report = reload(YAML.replace(one, other), true);
        assertEquals(ReloadReport.READY, report.outcome(), report.toString());
        assertEquals(2, report.changes().size(), report.toString());
        report = reload(YAML.replace("gateways: [192.0.2.0]", "gateways: [192.0.2.0], mtu: 9000"), true);
        assertEquals(ReloadReport.REFUSED, report.outcome(), report.toString());
        assertEquals(
                List.of(
                        "uplinks[0].mtu: it needs a restart to change this (braid run --takeover keeps tasks and flows), or"
                                + " one reload that removes the uplink and its peers, and another that adds them as they are to be"),
                report.reasons());
    }

    @Test
    void aFileWithErrorsIsRefusedWithAllOfThem() throws IOException {
        ReloadReport report = reload(YAML.replace("policy: hash", "policy: hush, from-the-future: 1"), false);
        assertEquals(ReloadReport.INVALID, report.outcome());
        assertEquals(2, report.reasons().size(), report.toString());
        assertTrue(report.reasons().getLast().contains("from-the-future"), report.toString());
        assertTrue(report.reasons().getFirst().startsWith(file + ":4:"), report.toString());
        assertTrue(audited.getLast().contains("outcome=refused reason=invalid"), audited.getLast());
    }

    @Test
    void whatIsNoRegularFileIsNotWaitedFor() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        for (Path path : List.of(pipe, Path.of("/dev/zero"), directory, directory.resolve("none"))) {
            ReloadReport report = reloader.reload(path, false, Asker.UNKNOWN);
            assertEquals(ReloadReport.INVALID, report.outcome(), path.toString());
            assertEquals(1, report.reasons().size(), report.toString());
        }
    }

    @Test
    void anotherFileIsGoneByAndThatIsSaid() throws IOException {
        Path other = directory.resolve("other.yaml");
        Files.writeString(other, YAML.replace("policy: hash", "policy: flowlet"));
        ReloadReport report = reloader.reload(other, false, Asker.UNKNOWN);
        assertEquals("flowlet", policy);
        assertTrue(report.warnings().getLast().contains("was started with " + file), report.toString());
        assertEquals(
                ReloadReport.APPLIED,
                reloader.reload(null, false, Asker.UNKNOWN).outcome());
        assertEquals("hash", policy);
    }

    @Test
    void whatFailsHalfWayIsTakenBack() throws IOException, ConfigException {
        var steps = new ArrayList<String>();
        parts.add((_, _, _) -> new LivePart.Step(() -> steps.add("apply"), () -> steps.add("undo")));
        parts.add((_, _, _) -> new LivePart.Step(
                () -> {
                    throw new IllegalStateException("a defect");
                },
                () -> steps.add("undo of the failed one")));
        reloader = reloader();
        String other = YAML.replace("policy: hash", "policy: flowlet");
        ControlException e = assertThrows(ControlException.class, () -> reload(other, false));
        assertEquals(Kind.FAILED, e.kind());
        assertEquals(List.of("apply", "undo of the failed one", "undo"), steps);
        assertEquals("hash", policy);
        assertTrue(audited.getLast().contains("outcome=failed"), audited.getLast());
        // It still goes by the old file: the difference is there again.
        assertThrows(ControlException.class, () -> reload(other, false));
    }

    @Test
    void twoAtOnceAreToldSo() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        parts.add(LivePart.of(_ -> {
            begun.countDown();
            await(go);
        }));
        reloader = reloader();
        Files.writeString(file, YAML.replace("policy: hash", "policy: flowlet"));
        Thread thread = Thread.ofPlatform().start(() -> reloader.reload(null, false, Asker.UNKNOWN));
        begun.await();
        ControlException e = assertThrows(ControlException.class, () -> reloader.reload(null, false, Asker.UNKNOWN));
        assertEquals(Kind.CONFLICT, e.kind());
        go.countDown();
        thread.join();
        assertEquals(List.of(ReloadReport.APPLIED), told);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
