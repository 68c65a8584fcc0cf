package io.braid.dataplane.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ListenAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.linux.CpuSet;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is served to those who mean well, and to those who do not: after each test the server still serves. */
class WebServerTest {
    private static final WebLimits LIMITS =
            new WebLimits(8 * 1024, 4, 64, 6, Duration.ofMillis(700), Duration.ofMillis(1500));

    private static final Pattern REFERENCE = Pattern.compile("(?:src=\"|href=\"|from './)([a-z]+[.][a-z]+)");

    private volatile Moment moment = TestMoments.full();
    private final AtomicInteger looks = new AtomicInteger();
    private Listening listening;
    private InetSocketAddress address;
    private WebServer server;

    @BeforeEach
    void start() throws IOException {
        var listen = new ListenAddress(IpAddress.parse("127.0.0.1"), 0);
        listening = Listening.on(listen, LIMITS);
        address = (InetSocketAddress) listening.channel().getLocalAddress();
        server = WebServer.start(
                WebConfigs.of(listen),
                listening,
                "gpu-17",
                () -> {
                    looks.incrementAndGet();
                    return moment;
                },
                CpuSet.empty(),
                LIMITS);
    }

    @AfterEach
    void theServerStillServes() throws IOException {
        String answer = get("/metrics", "");
        server.close();
        listening.close();
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    }

    private String get(String path, String headers) throws IOException {
        return RawTcpClient.exchange(address, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Accept: */*\r\n",
                "Accept: text/html\r\n",
                "Accept: text/plain;version=0.0.4;q=0.5,*/*;q=0.1\r\n",
            })
    void metricsComeAsPrometheusText(String headers) throws IOException {
        String answer = get("/metrics", headers);
        assertTrue(answer.contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"), answer);
        assertTrue(answer.contains("\n# TYPE braid_sent_packets_total counter\n"), answer);
        assertFalse(answer.contains("# EOF"), answer);
    }

    @Test
    void metricsComeAsOpenMetricsForWhoeverAsks() throws IOException {
        String answer = get(
                "/metrics",
                "Accept: application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1\r\n");
        assertTrue(
                answer.contains("\r\nContent-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"),
                answer);
        assertTrue(answer.contains("\n# TYPE braid_sent_packets counter\n"), answer);
        assertTrue(answer.endsWith("# EOF\n"), answer);
    }

    @Test
    void headHasNoBody() throws IOException {
        String answer = RawTcpClient.exchange(address, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n\r\n"), answer);
        assertTrue(answer.matches("(?s).*\r\nContent-Length: [1-9][0-9]{4,}\r\n.*"), answer);
    }

    @Test
    void answersSayNothingOfTheServerAndMuchToBrowsers() throws IOException {
        for (String answer : List.of(get("/metrics", ""), get("/none", ""), get("/\u0000", ""))) {
            assertFalse(answer.toLowerCase(Locale.ROOT).contains("jetty"), answer);
            assertTrue(answer.contains("\r\nContent-Security-Policy: default-src 'self'"), answer);
            assertTrue(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"), answer);
        }
    }

    @Test
    void thePageAndAllThatItAsksForAreServed() throws IOException {
        String page = get("/", "");
        assertTrue(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"), page);
        assertFalse(page.matches("(?s).*(<style|<script>| style=| on[a-z]+=).*"), "inline code or style");
        var asked = new ArrayList<String>(List.of("/api/status"));
        for (String text : List.of(page, get("/main.js", ""), get("/chart.js", ""), get("/graph.js", ""))) {
            Matcher matcher = REFERENCE.matcher(text);
            while (matcher.find()) {
                asked.add("/" + matcher.group(1));
            }
        }
        assertTrue(asked.contains("/style.css") && asked.contains("/rates.js"), asked.toString());
        for (String path : asked) {
            String answer = get(path, "");
            assertTrue(answer.startsWith("HTTP/1.1 200 "), path + ": " + answer);
            assertFalse(answer.contains("://") && !path.equals("/icon.svg") && !path.equals("/chart.js"), path);
        }
    }

    @Test
    void theStatusSaysNothingThatIsForRootOnly() throws IOException {
        String answer = get("/api/status", "");
        assertTrue(answer.contains("\r\nContent-Type: application/json\r\n"), answer);
        assertTrue(
                answer.contains("\"name\":\"nic1\",\"link\":true,\"drained\":false,\"speed\":0,\"ipv4\":false"),
                answer);
        assertFalse(answer.contains("/run/") || answer.contains("4f1c0d7e") || answer.contains("netns"), answer);
    }

    @Test
    void healthFollowsWorkersAndReadinessFollowsUplinks() throws Exception {
        assertTrue(get("/healthz", "").startsWith("HTTP/1.1 200 "));
        assertTrue(get("/readyz", "").startsWith("HTTP/1.1 200 "));
        moment = TestMoments.without(List.of("worker-0 is stuck"));
        Thread.sleep(TimeUnit.NANOSECONDS.toMillis(RecentMoment.KEEP_NANOS) + 50);
        String health = get("/healthz", "");
        assertTrue(health.startsWith("HTTP/1.1 503 ") && health.contains("worker-0 is stuck"), health);
        assertTrue(get("/readyz", "").startsWith("HTTP/1.1 503 "));
    }

    @Test
    void manyAskingAtOnceCostOneLook() throws IOException {
        long begin = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            get("/metrics", "");
        }
        long periods = (System.nanoTime() - begin) / RecentMoment.KEEP_NANOS;
        assertTrue(looks.get() <= periods + 2, looks + " looks in " + periods + " periods");
    }

    @Test
    void nobodyLooksOnceItIsClosed() {
        var moments = new RecentMoment(() -> moment, System::nanoTime);
        moments.get();
        moments.close();
        assertThrows(IllegalStateException.class, moments::get);
    }

    @Test
    void listensOnIpv6Too() throws IOException {
        var listen = new ListenAddress(IpAddress.parse("::1"), 0);
        var config = WebConfigs.of(listen);
        try (Listening six = Listening.on(listen);
                WebServer _ = WebServer.start(config, six, "gpu-17", () -> moment, CpuSet.empty())) {
            String answer = RawTcpClient.exchange(
                    (InetSocketAddress) six.channel().getLocalAddress(),
                    "GET /healthz HTTP/1.1\r\nHost: [::1]:9464\r\n\r\n");
            assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        }
    }

    @Test
    void aPortInUseIsToldWithTheOptionThatNamesIt() {
        var taken = new ListenAddress(IpAddress.parse("127.0.0.1"), address.getPort());
        var e = assertThrows(IllegalStateException.class, () -> Listening.on(taken));
        assertTrue(
                String.valueOf(e.getMessage())
                        .startsWith("cannot listen on 127.0.0.1:" + address.getPort()
                                + ", which web.listen names: Address already in use"),
                e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "'GET|', 400",
        "'\u0016\u0003\u0001\u0002|', 400",
        "'GET /metrics HTTP/9.9|Host: localhost||', 505",
        "'GET /metrics HTTP/1.1||', 400",
        "'GET /metrics HTTP/1.1|Host: localhost|Host: evil.example||', 400",
        "'GET /metrics HTTP/1.1|Host: evil.example||', 421",
        "'GET /metrics HTTP/1.1|Host: 192.0.2.1||', 421",
        "'GET /metrics HTTP/1.1|Host:||', 400",
        "'GET http://evil.example/metrics HTTP/1.1|Host: evil.example||', 421",
        "'GET /metrics HTTP/1.0||', 200",
        "'GET /metrics?debug=1 HTTP/1.1|Host: localhost||', 200",
        "'POST /metrics HTTP/1.1|Host: localhost|Content-Length: 2||{}', 405",
        "'PUT /metrics HTTP/1.1|Host: localhost|Content-Length: 0||', 405",
        "'DELETE /metrics HTTP/1.1|Host: localhost||', 405",
        "'OPTIONS * HTTP/1.1|Host: localhost||', 405",
        "'TRACE /metrics HTTP/1.1|Host: localhost||', 405",
        "'CONNECT localhost:1 HTTP/1.1|Host: localhost||', 400",
        "'GET /metrics HTTP/1.1|Host: localhost|Transfer-Encoding: chunked|Content-Length: 5||', 400",
        "'GET /../etc/passwd HTTP/1.1|Host: localhost||', 400",
        "'GET /web/../../etc/passwd HTTP/1.1|Host: localhost||', 400",
        "'GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1|Host: localhost||', 400",
        "'GET /..%2f..%2fetc/passwd HTTP/1.1|Host: localhost||', 400",
        "'GET /metrics%00.css HTTP/1.1|Host: localhost||', 400",
        "'GET //metrics HTTP/1.1|Host: localhost||', 400",
        "'GET /metrics;x=y HTTP/1.1|Host: localhost||', 404",
        "'GET /metrics/ HTTP/1.1|Host: localhost||', 404",
        "'GET /%6detrics HTTP/1.1|Host: localhost||', 404"
    })
    void isToldWhatIsWrong(String request, int status) throws IOException {
        String answer = RawTcpClient.exchange(address, request.replace("|", "\r\n"));
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
        assertEquals(status == 200, answer.contains("braid_sent_packets_total"), answer);
    }

    @Test
    void endlessHeadersEndTheConversation() throws IOException {
        String head = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: ";
        assertTrue(RawTcpClient.exchange(address, head + "x".repeat(20_000)).startsWith("HTTP/1.1 431 "));
        assertTrue(RawTcpClient.exchange(address, "GET /" + "x".repeat(20_000)).startsWith("HTTP/1.1 414 "));
        String many = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n" + "a: b\r\n".repeat(4_000);
        assertTrue(RawTcpClient.exchange(address, many).startsWith("HTTP/1.1 431 "));
    }

    @Test
    void getsOneAnswerPerConnection() throws IOException {
        String answer = RawTcpClient.exchange(address, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5));
        assertEquals(1, answer.split("HTTP/1.1 200", -1).length - 1, answer);
    }

    @Test
    void whoTricklesIsCutOff() throws Exception {
        long begin = System.nanoTime();
        try (var slow = new RawTcpClient(address)) {
            slow.send("GET /metrics HTTP/1.1\r\nX: ");
            assertTrue(isCutOff(slow, begin), "still connected");
        }
    }

    private static boolean isCutOff(RawTcpClient slow, long begin) throws InterruptedException {
        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(6)) {
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
    void whoSaysNothingIsCutOff() throws IOException {
        long begin = System.nanoTime();
        try (var silent = new RawTcpClient(address)) {
            silent.readAll();
        }
        assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    void manyConnectionsDelayOthersAndDoNotStarveThem() throws IOException {
        var idle = new ArrayList<RawTcpClient>();
        try {
            for (int i = 0; i < 4 * LIMITS.connections(); i++) {
                idle.add(new RawTcpClient(address));
            }
            long begin = System.nanoTime();
            String answer = get("/healthz", "");
            assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
            assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(9));
        } finally {
            for (RawTcpClient one : idle) {
                one.close();
            }
        }
    }

    @Test
    void anyBytesAreAnsweredOrCutOff() throws IOException {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        String valid = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\n";
        for (int i = 0; i < 100; i++) {
            var mutated = new StringBuilder(valid);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                mutated.setCharAt(random.nextInt(mutated.length()), (char) random.nextInt(256));
            }
            String answer = RawTcpClient.exchange(address, mutated + "\r\n\r\n");
            assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 "), "seed " + seed + ": " + answer);
        }
    }
}
