package io.braid.perf.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.Dataplane;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.log.ProcessLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dashboard in a real browser, over a dataplane with two uplinks whose switch is a namespace: it shows traffic, a link that fails while it is looked at, and complains of nothing. The
 * pictures in {@code target/} are for people.
 */
class DashboardIT {
    private static final String ID = Long.toString(ProcessHandle.current().pid() % 100_000);
    private static final String SWITCH = "brdash" + ID;
    private static final Path PICTURES = Path.of("target");

    @BeforeEach
    void plug() throws Exception {
        run("ip", "netns", "add", SWITCH);
        for (int i = 0; i < 2; i++) {
            run("ip", "link", "add", near(i), "type", "veth", "peer", "name", "p" + i, "netns", SWITCH);
            run("ip", "-n", SWITCH, "addr", "add", "192.0.2." + 2 * i + "/31", "dev", "p" + i);
            run("ip", "-n", SWITCH, "addr", "add", "2001:db8:0:" + i + "::/127", "dev", "p" + i, "nodad");
            run("ip", "-n", SWITCH, "link", "set", "p" + i, "up");
            run("ip", "link", "set", near(i), "up");
        }
    }

    @AfterEach
    void unplug() throws Exception {
        run("ip", "netns", "del", SWITCH);
    }

    private static String near(int uplink) {
        return "brd" + ID + "w" + uplink;
    }

    private static String tap(int uplink) {
        return "brd" + ID + "n" + uplink;
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), String.join(" ", command) + ": " + output);
    }

    private static String config(Path directory, int port) {
        return """
                host: gpu-17
                dpdk: {memory: 128MiB, hugepages: off}
                egress: {flows: 1024}
                uplinks:
                  - name: %s
                    device: "vdev:net_af_packet0,iface=%s"
                    addresses: [192.0.2.1/31, "2001:db8:0:0::1/127"]
                    gateways: [192.0.2.0, "2001:db8:0:0::"]
                  - name: %s
                    device: "vdev:net_af_packet1,iface=%s"
                    addresses: [192.0.2.3/31, "2001:db8:0:1::1/127"]
                    gateways: [192.0.2.2, "2001:db8:0:1::"]
                tasks: {prefixes: [10.100.0.0/16]}
                control: {socket: %s/control.sock}
                web: {listen: "127.0.0.1:%d"}
                """.formatted(tap(0), near(0), tap(1), near(1), directory, port);
    }

    @Test
    @Timeout(180)
    void aLinkIsSeenToFailAndToReturn(@TempDir Path directory, @TempDir Path profile) throws Exception {
        int port = freePort();
        Path file = directory.resolve("host.yaml");
        Files.writeString(file, config(directory, port));
        try (Dataplane dataplane = Dataplane.start(ConfigLoader.load(file), ProcessLog.asItIs());
                Chromium browser = new Chromium(profile, PICTURES.resolve("chromium.log"), command -> command)) {
            browser.look(1220, 1500, "light");
            browser.open(URI.create("http://localhost:" + port + "/"));
            browser.await("document.querySelectorAll('#uplink-table tbody tr .good').length == 2");
            assertEquals("Braid gpu-17", browser.evaluate("document.title"));

            ping("192.0.2.1", 400);
            ping("2001:db8:0:1::1", 200);
            browser.await("document.querySelectorAll('#chart-sent polyline').length == 2");
            browser.await("document.querySelector('#graph .busy') !== null");
            Files.write(PICTURES.resolve("dashboard-light.png"), browser.screenshot());

            run("ip", "-n", SWITCH, "link", "set", "p1", "down");
            browser.await("document.querySelector('#uplink-table').innerText.includes('link down')");
            browser.await("document.querySelector('#events li').innerText.includes('uplink " + tap(1) + "')");
            assertEquals("polite", browser.evaluate("document.querySelector('#events').ariaLive"));
            browser.look(1220, 1500, "dark");
            Files.write(PICTURES.resolve("dashboard-dark.png"), browser.screenshot());
            run("ip", "-n", SWITCH, "link", "set", "p1", "up");
            run("ip", "-n", SWITCH, "addr", "add", "2001:db8:0:1::/127", "dev", "p1", "nodad"); // the kernel forgot it
            browser.await("document.querySelectorAll('#uplink-table tbody tr .good').length == 2");

            browser.look(420, 900, "light");
            Files.write(PICTURES.resolve("dashboard-narrow.png"), browser.screenshot());
            assertEquals("true", browser.evaluate("document.documentElement.scrollWidth <= 420"), "fits a telephone");
            assertIsForKeyboardsAndReaders(browser);
            assertEquals(List.of(), browser.complaints());
            assertTrue(
                    dataplane.status().invariant().balanced(),
                    dataplane.status().toString());
        }
    }

    private static void assertIsForKeyboardsAndReaders(Chromium browser) throws Exception {
        browser.evaluate("document.body.focus()");
        browser.press("Tab", 9);
        assertEquals("skip", browser.evaluate("document.activeElement.className"), "the first stop");
        browser.press("Tab", 9);
        assertEquals("pause", browser.evaluate("document.activeElement.id"));
        assertTrue(
                browser.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                        .equals("solid"),
                "the focus is to be seen");
        assertEquals("0", browser.evaluate("document.querySelectorAll('table:not(:has(caption))').length"));
        assertEquals("0", browser.evaluate("document.querySelectorAll('th:not([scope])').length"));
        assertEquals(
                "0",
                browser.evaluate(
                        "[...document.querySelectorAll('main svg')].filter(one => !one.getAttribute('aria-labelledby')"
                                + " || !document.getElementById(one.getAttribute('aria-describedby'))).length"));
        assertEquals("en", browser.evaluate("document.documentElement.lang"));
        // Nothing comes from elsewhere, so that the page works on a host without the Internet.
        assertEquals(
                "true",
                browser.evaluate(
                        "performance.getEntriesByType('resource').every(one => one.name.startsWith(location.origin))"));
    }

    private static void ping(String address, int packets) throws Exception {
        run("ip", "netns", "exec", SWITCH, "ping", "-q", "-i", "0.005", "-c", Integer.toString(packets), address);
    }

    private static int freePort() throws IOException {
        try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
