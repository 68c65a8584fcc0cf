package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Announcements, leases and uplinks over the control socket. */
class AnnouncementRoutesTest {
    private final FakeService service = new FakeService();
    private final FakeAnnouncing announcing = service.announcements;
    private Path socket;
    private ControlServer server;
    private ControlClient client;

    @BeforeEach
    void start(@TempDir Path directory) {
        socket = directory.resolve("control.sock");
        server = ControlServer.start(socket, service);
        client = new ControlClient(socket);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void reports() {
        assertEquals(announcing.peers(), client.bgp().value());
        assertEquals(announcing.advertised(), client.routes(true).value());
        assertEquals(announcing.received(), client.routes(false).value());
        assertEquals(announcing.explain("train-1"), client.explain("train-1").value());
        assertTrue(client.bgp().json().contains("\"detectionMillis\" : 150"));
    }

    @Test
    void changes() {
        client.announced("train-1", false);
        client.announced("train-1", true);
        client.drained("nic0", true);
        client.drained("nic0", false);
        assertEquals(List.of("withdraw train-1", "announce train-1", "drain nic0", "undrain nic0"), announcing.calls);
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertKind(Kind.NOT_FOUND, () -> client.announced("other", true));
        assertKind(Kind.NOT_FOUND, () -> client.announced("other", false));
        assertKind(Kind.NOT_FOUND, () -> client.explain("other"));
        assertKind(Kind.NOT_FOUND, () -> client.hold("other", () -> {}));
        assertKind(Kind.NOT_FOUND, () -> client.drained("nic9", true));
        assertKind(Kind.NOT_FOUND, () -> client.drained("nic9", false));
        assertKind(Kind.BAD_REQUEST, () -> client.announced("a/b", true));
        assertKind(Kind.BAD_REQUEST, () -> client.drained("nic0/../x", true));
        assertEquals(List.of(), announcing.calls);
    }

    private static void assertKind(Kind kind, Runnable call) {
        assertEquals(kind, assertThrows(ControlException.class, call::run).kind());
    }

    @Test
    void wrongMethodsAndPaths() throws Exception {
        for (String get : List.of("/v1/tasks/train-1/announce", "/v1/tasks/train-1/lease", "/v1/uplinks/nic0/drain")) {
            String answer = RawClient.exchange(socket, "GET " + get + " HTTP/1.1\r\nHost: b\r\n\r\n");
            assertTrue(answer.startsWith("HTTP/1.1 405 ") && answer.contains("Allow: POST"), answer);
        }
        for (String post : List.of("/v1/bgp", "/v1/bgp/advertised", "/v1/tasks/train-1/announcement")) {
            String answer =
                    RawClient.exchange(socket, "POST " + post + " HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n");
            assertTrue(answer.startsWith("HTTP/1.1 405 ") && answer.contains("Allow: GET"), answer);
        }
        for (String none :
                List.of("/v1/bgp/", "/v1/bgp/x", "/v1/uplinks/nic0", "/v1/uplinks/nic0/drain/", "/v1/tasks//lease")) {
            String answer =
                    RawClient.exchange(socket, "POST " + none + " HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n");
            assertTrue(answer.startsWith("HTTP/1.1 40"), none + answer);
        }
        assertEquals(List.of(), announcing.calls);
    }

    @Test
    void aSlowDrainHoldsUpNothing() throws Exception {
        var goOn = new CountDownLatch(1);
        announcing.duringDrain = () -> {
            try {
                assertTrue(goOn.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        var drain = CompletableFuture.runAsync(() -> client.drained("nic0", true));
        client.attach(Samples.request());
        client.announced("train-1", true);
        assertFalse(drain.isDone());
        goOn.countDown();
        drain.get(10, TimeUnit.SECONDS);
        assertEquals(List.of("announce train-1", "drain nic0"), announcing.calls);
    }

    @Test
    void aLeaseEndsWithItsConnection() throws Exception {
        try (var holder = new RawClient(socket)) {
            holder.send("POST /v1/tasks/train-1/lease HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n");
            until(() -> announcing.held.contains("train-1"));
            assertKind(Kind.CONFLICT, () -> client.hold("train-1", () -> {}));
            client.status(); // the server goes on serving
        }
        until(() -> announcing.held.isEmpty());
        assertEquals(List.of("hold train-1", "release train-1"), announcing.calls);
    }

    @Test
    void theClientIsToldThatItHolds() throws Exception {
        var held = new CompletableFuture<Boolean>();
        var thread = new Thread(() -> {
            try {
                client.hold("train-1", () -> held.complete(true));
            } catch (ControlException e) {
                held.completeExceptionally(e);
            }
        });
        thread.start();
        assertTrue(held.get(10, TimeUnit.SECONDS));
        thread.interrupt(); // closes the channel
        thread.join(Duration.ofSeconds(10));
        until(() -> announcing.held.isEmpty());
    }

    @Test
    void aServerThatStopsEndsTheLease() throws Exception {
        var ended = CompletableFuture.supplyAsync(
                () -> assertThrows(ControlException.class, () -> client.hold("train-1", () -> {})));
        until(() -> announcing.held.contains("train-1"));
        server.close();
        assertEquals(Kind.FAILED, ended.get(10, TimeUnit.SECONDS).kind());
        until(() -> announcing.held.isEmpty());
    }

    @Test
    void leasesTakeNoClientsPlace() throws Exception {
        var holders = new ArrayList<RawClient>();
        try {
            for (int i = 0; i < LeaseConnections.MOST; i++) {
                holders.add(new RawClient(socket)
                        .send("POST /v1/tasks/train-" + i + "/lease HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n"));
                int count = i + 1;
                until(() -> announcing.held.size() == count);
            }
            client.status();
            ControlException full = assertThrows(ControlException.class, () -> client.hold("train-x", () -> {}));
            assertTrue(full.explanation().contains("64 leases"), full.explanation());
            holders.removeFirst().close();
            until(() -> announcing.held.size() == LeaseConnections.MOST - 1);
            try (var next = new RawClient(socket)) {
                next.send("POST /v1/tasks/train-x/lease HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n");
                until(() -> announcing.held.contains("train-x"));
            }
        } finally {
            for (RawClient holder : holders) {
                holder.close();
            }
        }
        until(() -> announcing.held.isEmpty());
    }

    @Test
    void aHolderThatTalksIsIgnoredUpToALimit() throws Exception {
        try (var holder = new RawClient(socket)) {
            holder.send("POST /v1/tasks/train-1/lease HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n");
            until(() -> announcing.held.contains("train-1"));
            holder.send("GET /v1/status HTTP/1.1\r\nHost: b\r\n\r\n");
            assertTrue(announcing.held.contains("train-1"));
            assertThrows(java.io.IOException.class, () -> {
                for (int i = 0; i < 1000; i++) {
                    holder.send("x".repeat(1000));
                    Thread.sleep(1);
                }
            });
            until(() -> announcing.held.isEmpty());
        }
    }

    @Test
    void whoeverTakesOverIsAnsweredBeforeTheProcessEnds() {
        client.attach(Samples.request());
        Handover handover = client.handover();
        assertEquals(4242, handover.pid());
        assertEquals(
                List.of(new Handover.Task(Samples.request(), Handover.STANDING, false, null, null)), handover.tasks());
        until(() -> service.left);
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - end < 0, "within 20 s");
            Thread.onSpinWait();
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }
}
