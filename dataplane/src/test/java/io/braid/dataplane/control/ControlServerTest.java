package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlException.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlServerTest {
    private final FakeService service = new FakeService();
    private Path socket;
    private ControlServer server;
    private ControlClient client;

    @BeforeEach
    void start(@TempDir Path directory) {
        socket = directory.resolve("run/control.sock");
        server = ControlServer.start(socket, service);
        client = new ControlClient(socket);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void answersStatusAndTasks() {
        assertEquals(Samples.status(), client.status().value());
        assertEquals(Samples.status().tasks(), client.tasks());
    }

    @Test
    void attachesAndDetaches() {
        var got = client.attach(Samples.request()).value();
        assertEquals("task0", got.device());
        assertEquals(9000, got.mtu());
        assertEquals(List.of(Samples.request()), service.attached);
        var again = assertThrows(ControlException.class, () -> client.attach(Samples.request()));
        assertEquals(Kind.CONFLICT, again.kind());
        assertEquals("task train-1 is attached already; detach it first", again.explanation());
        client.detach("train-1");
        var gone = assertThrows(ControlException.class, () -> client.detach("train-1"));
        assertEquals(Kind.NOT_FOUND, gone.kind());
        client.attach(Samples.request());
    }

    @Test
    void theServiceSeesCanonicalRequestsOnly() throws Exception {
        String answer = post("{\"task\":\"t\",\"ips\":[\"2001:DB8:0::7\"],\"kind\":\"tap\",\"netns\":\"blue\"}");
        assertTrue(answer.startsWith("HTTP/1.1 201 "), answer);
        assertEquals("/run/netns/blue", service.attached.getFirst().netns());
        assertEquals(List.of("2001:db8::7"), service.attached.getFirst().ips());
        post("{\"task\":\"u\",\"ips\":[\"224.0.0.1\"],\"kind\":\"tap\"}");
        post("{\"task\":\"u\",\"ips\":[\"10.0.0.1\"],\"kind\":\"vhost\"}");
        assertEquals(1, service.attached.size());
    }

    @Test
    void everyKindHasItsStatus() throws Exception {
        var statuses = Map.of(
                Kind.BAD_REQUEST, 400, Kind.NOT_FOUND, 404, Kind.CONFLICT, 409, Kind.REFUSED, 403, Kind.FAILED, 500);
        for (Kind kind : Kind.values()) {
            service.duringStatus = () -> {
                throw new ControlException(kind, "because of \"this\"");
            };
            String answer = get("/v1/status");
            assertTrue(answer.startsWith("HTTP/1.1 " + statuses.get(kind) + " "), answer);
            String body = "{\"error\":{\"kind\":\"" + kind.wireName() + "\",\"message\":\"because of \\\"this\\\"\"}}";
            assertTrue(answer.endsWith("\r\n\r\n" + body), answer);
            var e = assertThrows(ControlException.class, client::status);
            assertEquals(kind, e.kind());
            assertEquals("because of \"this\"", e.explanation());
        }
    }

    @Test
    void aFaultInTheServiceIsNotShownAndNotFatal() {
        for (Throwable fault : List.of(new IllegalStateException("secret"), new StackOverflowError("secret"))) {
            service.duringStatus = () -> FakeService.sneak(fault);
            var e = assertThrows(ControlException.class, client::status);
            assertEquals(Kind.FAILED, e.kind());
            assertEquals("internal fault in braid; its log says more", e.explanation());
        }
        service.duringStatus = () -> {};
        client.status();
        service.duringAttach = () -> FakeService.sneak(new AssertionError("secret"));
        assertEquals(
                Kind.FAILED,
                assertThrows(ControlException.class, () -> client.attach(Samples.request()))
                        .kind());
        service.duringAttach = () -> {};
        client.attach(Samples.request());
    }

    @Test
    void unknownPathsAndMethodsAreToldWhatExists() throws Exception {
        for (String path :
                List.of("/", "/v1", "/v1/", "/v1/status/", "/v2/status", "/V1/STATUS", "/v1/statusx", "/v1/tasksx")) {
            String answer = get(path);
            assertTrue(answer.startsWith("HTTP/1.1 404 ") && answer.contains("\"kind\":\"not-found\""), answer);
        }
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW")) {
            String answer = RawClient.exchange(socket, method + " /v1/status HTTP/1.1\r\nHost: b\r\n\r\n");
            assertTrue(answer.startsWith("HTTP/1.1 405 ") && answer.contains("Allow: GET\r\n"), answer);
            assertTrue(answer.contains("{\"error\":{\"kind\":\"bad-request\""), answer);
        }
        assertTrue(get("/v1/tasks/t").contains("Allow: DELETE\r\n"));
        assertTrue(RawClient.exchange(socket, "DELETE /v1/tasks HTTP/1.1\r\nHost: b\r\n\r\n")
                .contains("Allow: GET, POST\r\n"));
    }

    @Test
    void changesAreMadeOneAfterAnotherOffTheServersThreads() throws Exception {
        var inside = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        service.duringAttach = () -> {
            inside.countDown();
            await(release);
        };
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var attaching = new ArrayList<Future<?>>();
            for (int i = 0; i < 20; i++) {
                var request = new AttachRequest("t" + i, List.of("10.0.0.1"), "tap", null, false, null, null);
                attaching.add(callers.submit(() -> client.attach(request)));
            }
            await(inside);
            // With twenty attaches under way, status does not wait, nor does a request that is wrong anyway.
            for (int i = 0; i < 20; i++) {
                client.status();
            }
            assertTrue(post("{}").startsWith("HTTP/1.1 400 "));
            assertTrue(attaching.stream().noneMatch(Future::isDone));
            release.countDown();
            for (Future<?> one : attaching) {
                one.get(10, TimeUnit.SECONDS);
            }
        }
        assertEquals(20, service.attached.size());
        assertEquals(Set.of("control-changes"), Set.copyOf(service.changeThreads));
    }

    @Test
    void manyClientsAtOnceAreAllAnswered() throws Exception {
        // More than may be connected at once, so that some wait in the kernel's queue.
        int clients = ControlLimits.DEFAULT.connections() + 16;
        try (var callers = Executors.newFixedThreadPool(clients)) {
            var answers = new ArrayList<Future<StatusReport>>();
            for (int i = 0; i < 2 * clients; i++) {
                answers.add(callers.submit(() -> client.status().value()));
            }
            for (Future<StatusReport> answer : answers) {
                assertEquals(Samples.status(), answer.get(20, TimeUnit.SECONDS));
            }
        }
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("control"))
                .count();
        assertTrue(threads <= ControlLimits.DEFAULT.threads() + 2, threads + " threads");
    }

    @Test
    void closingLetsARunningAttachEndAndAnswersIt() throws Exception {
        var inside = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        service.duringAttach = () -> {
            inside.countDown();
            await(release);
        };
        var attaching = CompletableFuture.supplyAsync(() -> client.attach(Samples.request()));
        await(inside);
        var closing = CompletableFuture.runAsync(server::close);
        assertFalse(closing.isDone());
        release.countDown();
        closing.get(10, TimeUnit.SECONDS);
        assertEquals("train-1", attaching.get(10, TimeUnit.SECONDS).value().task());
        server.close();
    }

    private String get(String path) throws Exception {
        return RawClient.exchange(socket, "GET " + path + " HTTP/1.1\r\nHost: b\r\n\r\n");
    }

    private String post(String body) throws Exception {
        return RawClient.exchange(
                socket, "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
