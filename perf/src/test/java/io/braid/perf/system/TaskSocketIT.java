package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlClient;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job in a container asks the real process with curl, by its task's own socket. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class TaskSocketIT {
    private static final long LIMIT_NANOS = 20_000_000_000L;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @SuppressWarnings("NullAway.Init") // likewise
    private static String socket;

    @BeforeAll
    static void start() throws InterruptedException {
        LabPlan plan = Rig.plan(2, 1);
        rig = Rig.start(plan, yaml -> yaml + bgp(plan));
        AttachResult got = rig.braid().attach(1, AttachRequest.KIND_TAP, null);
        socket = String.valueOf(got.api());
    }

    /** No switch comes to this session, which is enough to see what would be said. */
    private static String bgp(LabPlan plan) {
        return "bgp: {asn: 65017, router-id: " + plan.hostAddress(0, Family.V4)
                + ", graceful-restart: 60s, peers: [{address: \"" + plan.torAddress(0, Family.V4)
                + "\", asn: 65000, uplink: " + plan.uplinkName(0) + ", passive: true}]}\n";
    }

    @AfterAll
    static void end() throws InterruptedException {
        rig.braid().detach(1);
        assertFalse(Files.exists(Path.of(socket).getParent()), "the socket's directory is left");
        Rig.end(rig);
    }

    /** What curl prints: the answer, and its status on a line of its own. */
    private static String ask(String method, String path) throws InterruptedException {
        return rig.plan()
                .task(1)
                .run(
                        "curl",
                        "-s",
                        "-m",
                        "10",
                        "-w",
                        "\n%{http_code}",
                        "-X",
                        method,
                        "--unix-socket",
                        socket,
                        "http://braid" + path);
    }

    private static void assertDone(String path) throws InterruptedException {
        String answer = ask("POST", path);
        assertTrue(answer.strip().endsWith("204") || answer.strip().endsWith("200"), path + ": " + answer);
    }

    private static void awaitTask(String part) throws InterruptedException {
        long end = System.nanoTime() + LIMIT_NANOS;
        String seen = ask("GET", "/v1/task");
        while (!seen.contains(part)) {
            assertTrue(
                    System.nanoTime() < end,
                    "not within 20 s: " + part + " in " + seen + "\n"
                            + rig.braid().tail());
            Thread.sleep(50);
            seen = ask("GET", "/v1/task");
        }
    }

    @Test
    void theJobAsksForItself() throws InterruptedException {
        awaitTask("\"lease\":\"standing\"");
        awaitTask("\"" + rig.plan().taskAddress(1, Family.V6) + "\"");
        assertDone("/v1/withdraw");
        awaitTask("\"lease\":\"none\"");
        assertDone("/v1/lease?ttl=1");
        awaitTask("\"lease\":\"held by a heartbeat\"");
        awaitTask("\"lease\":\"none\"");
        assertDone("/v1/announce");
        assertDone("/v1/not-ready");
        awaitTask("\"why\":\"not-ready\"");
        assertDone("/v1/ready");
        var operator = new ControlClient(rig.braid().socket());
        operator.announced(rig.plan().taskName(1), false);
        String refused = ask("POST", "/v1/announce");
        assertTrue(refused.contains("\"kind\":\"refused\"") && refused.strip().endsWith("403"), refused);
        operator.announced(rig.plan().taskName(1), true);
        assertDone("/v1/announce");
        for (String other : List.of("/v1/status", "/v1/tasks", "/v1/handover", "/v1/uplinks/nic0/drain")) {
            assertTrue(ask("POST", other).strip().endsWith("404"), other);
        }
        assertTrue(rig.braid().tail().contains("socket=task"), rig.braid().tail());
    }

    @Test
    void aLeaseDiesWithItsProcess() throws Exception {
        var command = new ArrayList<>(
                List.of("curl", "-s", "-N", "-X", "POST", "--unix-socket", socket, "http://braid/v1/lease"));
        Process holder = rig.lab().start(rig.plan().task(1), "holder", command);
        awaitTask("\"lease\":\"held by process ");
        holder.destroyForcibly().waitFor();
        awaitTask("\"lease\":\"none\"");
        assertDone("/v1/announce");
    }

    @Test
    void itGoesOnAfterATakeover() throws Exception {
        assertDone("/v1/not-ready");
        Object directory = Files.getAttribute(Path.of(socket).getParent(), "unix:ino");
        rig.braid().takeOver();
        assertEquals(directory, Files.getAttribute(Path.of(socket).getParent(), "unix:ino"));
        awaitTask("\"ready\":false");
        assertDone("/v1/ready");
        awaitTask("\"ready\":true");
    }
}
