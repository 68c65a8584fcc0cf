package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.support.HostFacts;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SupportBundleCommandTest {
    private static final String TOKEN = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ0cmFpbi0xIn0.hgyY0il_MGCjP0JzlnLWG1PPOt7";
    private static final String PASSWORD = "hunter2-of-the-rack-switch";

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    private Invocation bundle(Path socket, Path file, String... more) {
        var all = new ArrayList<>(List.of("--socket", socket.toString(), "-o", file.toString()));
        all.addAll(List.of(more));
        return Invocation.of(new SupportBundleCommand(), all.toArray(String[]::new));
    }

    private String unpacked(Path file) throws Exception {
        return HostFacts.command(List.of("tar", "-xzOf", file.toString()));
    }

    /** A password file and a grant are named by the configuration, and the log has a token that it should not have. */
    @Test
    void whatTheProcessKnowsIsInItAndNoSecret() throws Exception {
        Path password = Files.writeString(directory.resolve("tor.key"), PASSWORD);
        Path config = Files.writeString(directory.resolve("host.yaml"), """
                uplinks: [{name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}]
                tasks: {prefixes: [10.100.0.0/16]}
                bgp:
                  asn: 65017
                  router-id: 192.0.2.1
                  peers: [{address: 192.0.2.0, asn: 65000, uplink: nic0, password-file: "%s"}]
                """.formatted(password));
        Path socket = directory.resolve("control.sock");
        Path file = directory.resolve("b.tar.gz");
        var service = new FakeService();
        service.operating.logged = List.of("12:00:00 INFO x: grant " + TOKEN, "password=" + PASSWORD);
        try (ControlServer server = ControlServer.start(socket, service)) {
            Invocation made = bundle(server.socket(), file, "-c", config.toString());
            assertEquals(0, made.exitCode(), made.err());
            assertTrue(made.out().contains(file + ": "), made.out());
        }
        String names = HostFacts.command(List.of("tar", "-tzf", file.toString()));
        for (String name :
                List.of("status.json", "flows.json", "bgp.json", "config.txt", "check.txt", "host/nics.txt")) {
            assertTrue(names.contains("/" + name + "\n"), names);
        }
        assertFalse(names.contains("/../"), names);
        String all = unpacked(file);
        assertTrue(all.contains("password-file: " + password), "which file it is may be known");
        assertFalse(all.contains(PASSWORD), "the password");
        assertFalse(all.contains("eyJ"), "the token");
    }

    @Test
    void withoutAProcessItHasWhatTheHostTells() throws Exception {
        Path file = directory.resolve("b.tar.gz");
        Invocation made = bundle(directory.resolve("none.sock"), file);
        assertEquals(0, made.exitCode(), made.err());
        assertTrue(
                made.out().contains("missing: what braid itself knows: not to be had: no braid is running"),
                made.out());
        assertTrue(
                unpacked(file).contains("nothing is missing") || unpacked(file).contains("no braid is running"));
        assertTrue(HostFacts.command(List.of("tar", "-tzf", file.toString())).contains("host/kernel.txt"));
        Invocation again = bundle(directory.resolve("none.sock"), file);
        assertEquals(1, again.exitCode());
        assertTrue(again.err().contains("is there already"), again.err());
    }

    /** It listens, and never answers. */
    @Test
    void aProcessThatHangsIsWaitedForOnce() throws Exception {
        Path socket = directory.resolve("hung.sock");
        try (var hung = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            hung.bind(UnixDomainSocketAddress.of(socket));
            Path file = directory.resolve("b.tar.gz");
            long begin = System.nanoTime();
            Invocation made = bundle(socket, file);
            assertEquals(0, made.exitCode(), made.err());
            assertTrue(made.out().contains("did not answer"), made.out());
            assertTrue(System.nanoTime() - begin < 60_000_000_000L, "one time-out, not one for each part");
            assertTrue(Files.size(file) > 0);
        }
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaid() {
        Invocation made = bundle(directory.resolve("none.sock"), directory.resolve("no/such/place.tar.gz"));
        assertEquals(1, made.exitCode());
        assertTrue(made.err().contains("cannot be written"), made.err());
    }
}
