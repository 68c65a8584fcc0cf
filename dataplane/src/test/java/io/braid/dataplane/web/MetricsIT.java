package io.braid.dataplane.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.Dataplane;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.log.ProcessLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A scrape of a dataplane that runs. */
class MetricsIT {
    private static final String WIRE = "brmet" + ProcessHandle.current().pid() % 100_000;
    private static final int SCRAPES = 20;
    /** Of CPU time, which does not depend on what else the machine does; time on the clock is printed. */
    private static final double MOST_MILLIS = 20;

    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_0-9]+)(\\{(?:[a-z_]+=\"[^\"]*\",?)*})? [-+0-9.eEInfNa]+");

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    @Timeout(90)
    void aRunningDataplaneIsScraped(@TempDir Path directory) throws Exception {
        int port = freePort();
        Path file = directory.resolve("host.yaml");
        Files.writeString(file, """
                dpdk: {memory: 128MiB, hugepages: off}
                egress: {flows: 1024}
                uplinks:
                  - name: brmetp
                    device: "vdev:net_tap_metrics,iface=%s"
                    addresses: [192.0.2.1/31, "2001:db8::1/127"]
                    gateways: [192.0.2.0, "2001:db8::"]
                tasks: {prefixes: [10.100.0.0/16]}
                bgp:
                  asn: 65017
                  router-id: 192.0.2.1
                  peers: [{address: 192.0.2.0, asn: 65000, uplink: brmetp, bfd: {}}]
                control: {socket: %s/control.sock}
                web: {listen: "127.0.0.1:%d"}
                """.formatted(WIRE, directory, port));
        URI metrics = URI.create("http://127.0.0.1:" + port + "/metrics");
        try (Dataplane dataplane = Dataplane.start(ConfigLoader.load(file), ProcessLog.asItIs())) {
            String text = get(metrics, "*/*").body();
            assertIsWhole(text);
            assertTrue(text.contains("braid_uplink_link_up{uplink=\"brmetp\"}"), text);
            assertTrue(text.contains("braid_bgp_session_up{peer=\"192.0.2.0\",uplink=\"brmetp\"} 0.0"), text);
            assertTrue(text.contains("braid_path_usable{family=\"ipv6\",uplink=\"brmetp\"} 0.0"), text);
            assertEquals(503, get(metrics.resolve("/readyz"), "*/*").statusCode());
            assertEquals(200, get(metrics.resolve("/healthz"), "*/*").statusCode());
            assertTrue(get(metrics, "application/openmetrics-text").body().endsWith("\n# EOF\n"));
            measure(metrics, text);
            assertTrue(
                    dataplane.status().invariant().balanced(),
                    dataplane.status().toString());
            assertEquals(0, dataplane.status().workers().getFirst().errors());
        }
    }

    /** Every sample is of a family that is declared, and there once. */
    private static void assertIsWhole(String text) {
        Set<String> known = Metrics.families().stream().map(Family::name).collect(Collectors.toSet());
        var series = new HashSet<String>();
        for (String line : text.split("\n", -1)) {
            if (line.isEmpty() || line.startsWith("# ")) {
                continue;
            }
            var sample = SAMPLE.matcher(line);
            assertTrue(sample.matches(), line);
            String name = sample.group(1);
            assertTrue(known.contains(name) || known.contains(name.replaceFirst("_(count|sum)$", "")), line);
            assertTrue(series.add(line.substring(0, line.lastIndexOf(' '))), line);
        }
        assertTrue(series.size() > 100 && series.size() < 1000, series.size() + " series");
    }

    /** Each scrape so long after the one before that nothing is remembered. */
    private void measure(URI metrics, String text) throws Exception {
        for (int i = 0; i < SCRAPES; i++) {
            get(metrics, "*/*"); // Prometheus scrapes for weeks: its scrapes run compiled code
        }
        long[] nanos = new long[SCRAPES];
        long cpu = cpuNanosOfServer();
        for (int i = 0; i < nanos.length; i++) {
            Thread.sleep(TimeUnit.NANOSECONDS.toMillis(RecentMoment.KEEP_NANOS) + 10);
            long begin = System.nanoTime();
            get(metrics, "*/*");
            nanos[i] = System.nanoTime() - begin;
        }
        double millis = (cpuNanosOfServer() - cpu) / 1e6 / SCRAPES;
        Arrays.sort(nanos);
        System.out.printf(
                "scrape of %d bytes: %.1f ms of CPU time; on the clock best %.1f, median %.1f, worst %.1f ms%n",
                text.length(), millis, nanos[0] / 1e6, nanos[SCRAPES / 2] / 1e6, nanos[SCRAPES - 1] / 1e6);
        assertTrue(millis > 0 && millis <= MOST_MILLIS, millis + " ms of CPU time");
    }

    private static long cpuNanosOfServer() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("web-"))
                .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.getThreadId())))
                .sum();
    }

    private HttpResponse<String> get(URI uri, String accept) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri).header("Accept", accept).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static int freePort() throws IOException {
        try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
