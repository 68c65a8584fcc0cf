package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that no well-meant client sends: each is answered in JSON or cut off, and the server goes on serving others. */
class HostileClientTest {
    private static final ControlLimits LIMITS =
            new ControlLimits(64 * 1024, 8 * 1024, 4, 6, Duration.ofMillis(700), Duration.ofMillis(1500));

    private final FakeService service = new FakeService();
    private Path socket;
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        socket = directory.resolve("control.sock");
        server = ControlServer.start(socket, service, LIMITS);
    }

    @AfterEach
    void theServerStillServes() {
        assertEquals(Samples.status(), new ControlClient(socket).status().value());
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "'GET|', 400",
        "'\u0016\u0003\u0001\u0002|', 400",
        "'GET /v1/status HTTP/9.9|Host: b||', 505",
        "'GET /v1/status HTTP/1.1||', 400",
        "'GET /v1/status HTTP/1.1|Host: b|Host: c||', 400",
        "'GET /v1/status HTTP/1.1|no colon||', 400",
        "'GET /v1/status HTTP/1.1|Host: b|Transfer-Encoding: chunked|Content-Length: 5||', 400",
        "'POST /v1/tasks HTTP/1.1|Host: b|Content-Length: 5|Content-Length: 6||', 400",
        "'POST /v1/tasks HTTP/1.1|Host: b|Content-Length: -5||', 400",
        "'POST /v1/tasks HTTP/1.1|Host: b|Content-Length: 99999999999999999999||', 400",
        "'POST /v1/tasks HTTP/1.1|Host: b|Content-Length: 65537||', 413",
        "'POST /v1/tasks HTTP/1.1|Host: b|Transfer-Encoding: chunked||zz|', 400",
        "'POST /v1/tasks HTTP/1.1|Host: b|Content-Length: 2||[]', 400",
        "'GET /v1/status%00 HTTP/1.1|Host: b||', 400",
        "'GET /v1/%zz HTTP/1.1|Host: b||', 400",
        "'GET /v1/../v1/status HTTP/1.1|Host: b||', 404"
    })
    void isToldWhatIsWrong(String request, int status) throws Exception {
        String answer = RawClient.exchange(socket, request.replace("|", "\r\n"));
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
        assertTrue(answer.contains("\r\n\r\n{\"error\":{\"kind\":\""), answer);
        assertFalse(answer.contains("jetty") || answer.contains("java"), answer);
        assertEquals(1, service.audited.size(), service.audited::toString);
        String line = service.audited.getFirst();
        assertTrue(line.matches("action=(request|attach) outcome=(refused|failed) .* pid=[0-9]+ uid=0 .*"), line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"file\":7}",
                "{\"file\":\"host.yaml\"}",
                "{\"file\":\"\"}",
                "{\"file\":\"/a\\u0000b\"}",
                "{\"dryRun\":\"true\"}",
                "{\"dryRun\":1}",
                "{\"fille\":\"/etc/braid/host.yaml\"}",
                "{\"file\":\"/a\",\"file\":\"/b\"}",
                "{} {}"
            })
    void aReloadThatIsNoneIsRefused(String body) throws Exception {
        String answer = RawClient.exchange(
                socket,
                "POST /v1/reload HTTP/1.1\r\nHost: b\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                        + "\r\n\r\n" + body);
        assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
        assertEquals(List.of(), service.operating.calls);
        String line = service.audited.getLast();
        assertTrue(line.startsWith("action=reload outcome=refused reason=bad-request"), line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../../etc/passwd",
                "a/b",
                "%2e%2e",
                "a%2fb",
                "a;x=y",
                "%61",
                "a%00",
                "-a",
                "\u00e4"
            })
    void cannotNameWhatIsNotATask(String name) throws Exception {
        String answer = RawClient.exchange(socket, "DELETE /v1/tasks/" + name + " HTTP/1.1\r\nHost: b\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 400 ") && answer.contains("{\"error\":"), answer);
        assertEquals(List.of(), service.changeThreads);
    }

    @Test
    void cannotSendMoreThanTheBodyCapInChunks() throws Exception {
        String chunk = "1000\r\n" + " ".repeat(0x1000) + "\r\n";
        String answer = RawClient.exchange(
                socket,
                "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk.repeat(40)
                        + "0\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
        assertTrue(answer.contains("larger than 65536 bytes"), answer);
    }

    @Test
    void maySendABodyAsLargeAsTheCap() throws Exception {
        String json = "{\"task\":\"t\",\"ips\":[\"10.0.0.1\"],\"kind\":\"tap\"}";
        String body = json + " ".repeat(LIMITS.bodyBytes() - json.length());
        String answer = RawClient.exchange(
                socket, "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        assertTrue(answer.startsWith("HTTP/1.1 201 "), answer);
    }

    @Test
    void cannotSendEndlessHeaders() throws Exception {
        String answer = RawClient.exchange(socket, "GET /v1/status HTTP/1.1\r\nHost: b\r\nX: " + "x".repeat(20_000));
        assertTrue(answer.startsWith("HTTP/1.1 431 ") && answer.contains("{\"error\":"), answer);
        answer = RawClient.exchange(socket, "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: b\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 414 ") && answer.contains("{\"error\":"), answer);
        assertEquals(2, service.audited.size(), service.audited::toString);
    }

    @Test
    void getsOneAnswerPerConnection() throws Exception {
        String request = "GET /v1/tasks HTTP/1.1\r\nHost: b\r\n\r\n";
        String answer = RawClient.exchange(socket, request.repeat(5));
        assertEquals(1, answer.split("HTTP/1.1 200", -1).length - 1, answer);
        assertTrue(answer.contains("Connection: close\r\n"), answer);
    }

    @Test
    void isCutOffWhenItSaysNothing() throws Exception {
        long begin = System.nanoTime();
        try (var silent = new RawClient(socket)) {
            silent.readAll();
        }
        try (var half = new RawClient(socket)) {
            half.send("GET /v1/sta").readAll();
        }
        assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(9));
    }

    @Test
    void isCutOffWhenItDoesNotReadTheCaptureItAskedFor() throws Exception {
        service.looking.block = new byte[1 << 16];
        service.looking.blocks = Integer.MAX_VALUE;
        try (var deaf = new RawClient(socket)) {
            deaf.send("GET /v1/capture HTTP/1.1\r\nHost: b\r\n\r\n");
            assertTrue(service.looking.closed.await(30, TimeUnit.SECONDS), "the capture goes on");
        }
    }

    @Test
    void isToldWhenItsBodyDoesNotCome() throws Exception {
        String answer = RawClient.exchange(
                socket, "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: 100\r\n\r\n{\"task\"");
        assertTrue(answer.startsWith("HTTP/1.1 408 ") && answer.contains("did not arrive in time"), answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/status HTTP/1.1\r\nX: ",
                "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: 1000\r\n\r\n"
            })
    void isCutOffWhenItTrickles(String beginning) throws Exception {
        long begin = System.nanoTime();
        try (var slow = new RawClient(socket)) {
            slow.send(beginning);
            assertTrue(cutOffWithin(slow, begin, Duration.ofSeconds(8)), "still connected");
        }
        assertEquals(List.of(), service.attached);
    }

    private static boolean cutOffWithin(RawClient slow, long begin, Duration limit) throws InterruptedException {
        while (System.nanoTime() - begin < limit.toNanos()) {
            try {
                slow.send(" ");
            } catch (IOException closed) {
                return true;
            }
            Thread.sleep(100);
        }
        return false;
    }

    @Test
    void cannotStarveOthersByManyConnections() throws Exception {
        var idle = new ArrayList<RawClient>();
        try {
            for (int i = 0; i < 2 * LIMITS.connections(); i++) {
                idle.add(new RawClient(socket));
            }
            assertEquals(Samples.status(), new ControlClient(socket).status().value());
        } finally {
            for (RawClient one : idle) {
                one.close();
            }
        }
    }

    @Test
    void mayLeaveBeforeItsAnswer() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (var gone = new RawClient(socket)) {
                gone.send("GET /v1/status HTTP/1.1\r\nHost: b\r\n\r\n");
            }
            try (var gone = new RawClient(socket)) {
                gone.send("POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\n{");
            }
        }
        assertEquals(List.of(), service.attached);
    }

    @Test
    void anAttachThatTakesLongerThanTheIdleLimitIsStillAnswered() {
        service.duringAttach = () -> sleep(3 * LIMITS.idle().toMillis());
        assertEquals(
                "train-1",
                new ControlClient(socket).attach(Samples.request()).value().task());
    }

    @Test
    void anAttachWhoseClientLeftIsDoneAllTheSame() throws Exception {
        var inside = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        service.duringAttach = () -> {
            inside.countDown();
            await(release);
        };
        byte[] body = ControlJson.write(Samples.request());
        try (var leaving = new RawClient(socket)) {
            leaving.send("POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .send(body);
            await(inside);
        }
        release.countDown();
        new ControlClient(socket).detach("train-1");
        assertEquals(1, service.attached.size());
    }

    @Test
    void sendsAnyBytes() throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        byte[] valid = ("POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: 45\r\n\r\n"
                        + "{\"task\":\"t\",\"ips\":[\"10.0.0.1\"],\"kind\":\"tap\"}")
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 200; i++) {
            byte[] mutated = valid.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            String answer = RawClient.exchange(socket, new String(mutated, StandardCharsets.ISO_8859_1) + "\r\n\r\n");
            assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 "), "seed " + seed + ": " + answer);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
