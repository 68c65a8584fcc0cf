package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BgpCommandTest {
    private final FakeService service = new FakeService();
    private String socket;
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        server = ControlServer.start(directory.resolve("control.sock"), service);
        socket = server.socket().toString();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Invocation bgp(String... arguments) {
        return Invocation.of(new BgpCommand(), arguments);
    }

    @Test
    void peersAsTable() {
        assertEquals(new Invocation(0, """
                AS 65017, router id 192.0.2.1
                listening on 192.0.2.1:179
                3 connections from strangers refused

                SWITCH                   UPLINK     AS  STATE        BFD  HOLD  TOLD v4  v6  HEARD v4  v6  UP  DOWN
                192.0.2.0                nic0    65000  established  up    9 s        2   1         1   0   1     0
                2001:db8:1:2:3:4:5:6789  nic1    65000  idle         -       -        -   -         -   -   0     0
                    cannot read the password file /etc/braid/tor.key: it does not exist
                """, ""), bgp("peers", "--socket", socket));
    }

    @Test
    void peersWithHistory() {
        assertTrue(bgp("peers", "--history", "--socket", socket)
                .out()
                .contains("    2026-11-29T10:00:00Z open-confirm -> established: KEEPALIVE came\n"));
    }

    @Test
    void routesAsTable() {
        assertEquals(new Invocation(0, """
                PREFIX                    SWITCH     PATH  NEXT HOP     REFUSED
                10.100.0.7/32             192.0.2.0     1  192.0.2.1    -
                    origin igp, path 65017
                2001:db8:100:0:1111:222~  192.0.2.0     -  2001:db8::1  -
                    2001:db8:100:0:1111:2222:3333:4444/128
                and 5 more
                """, ""), bgp("advertised", "--socket", socket));
        assertEquals(new Invocation(0, """
                PREFIX       SWITCH     PATH  NEXT HOP  REFUSED
                10.9.0.0/16  192.0.2.0     -  -         not-configured
                """, ""), bgp("received", "--socket", socket));
    }

    @Test
    void whyATaskIsAnnounced() {
        assertEquals(new Invocation(0, """
                task train-1: lease standing, held back by an operator (braid announce train-1)
                10.100.0.7 is also announced by AS65018 (seen from peer 192.0.2.0)
                10.100.0.7 to 192.0.2.0: announced by nic0
                2001:db8:100::7 to 192.0.2.2: not announced (nic1: its path cannot carry packets)
                """, ""), bgp("explain", "train-1", "--socket", socket));
        assertEquals(
                new Invocation(1, "", "braid: no task other is attached; attached are: [train-1]\n"),
                bgp("explain", "other", "--socket", socket));
    }

    @Test
    void allAsJson() {
        for (String[] command :
                List.of(new String[] {"peers"}, new String[] {"advertised"}, new String[] {"received"}, new String[] {
                    "explain", "train-1"
                })) {
            var arguments = new java.util.ArrayList<>(List.of(command));
            arguments.addAll(List.of("--json", "--socket", socket));
            Invocation done = bgp(arguments.toArray(String[]::new));
            assertEquals(0, done.exitCode());
            assertTrue(done.out().startsWith("{") && done.out().endsWith("}\n"), done.out());
        }
    }

    @Test
    void operatorsHands() {
        assertEquals(
                new Invocation(0, "uplink nic0 is drained\n", ""),
                Invocation.of(new DrainCommand(), "nic0", "--socket", socket));
        assertEquals(
                new Invocation(0, "uplink nic0 is in service\n", ""),
                Invocation.of(new UndrainCommand(), "nic0", "--socket", socket));
        assertEquals(
                new Invocation(0, "task train-1 is withdrawn\n", ""),
                Invocation.of(new WithdrawCommand(), "train-1", "--socket", socket));
        assertEquals(
                new Invocation(0, "task train-1 is announced; see braid bgp explain train-1\n", ""),
                Invocation.of(new AnnounceCommand(), "train-1", "--socket", socket));
        assertEquals(
                new Invocation(1, "", "braid: no uplink nic7; there are: [nic0]\n"),
                Invocation.of(new DrainCommand(), "nic7", "--socket", socket));
        assertEquals(
                2, Invocation.of(new DrainCommand(), "a b", "--socket", socket).exitCode());
        assertEquals(2, Invocation.of(new BgpCommand()).exitCode());
        assertEquals(
                List.of("drain nic0", "undrain nic0", "withdraw train-1", "announce train-1"),
                service.announcements.calls);
    }

    @Test
    void aHeldLeaseOutlivesAHandover() throws Exception {
        var out = new StringWriter();
        var keeper = new Thread(() -> new CommandLine(new AnnounceCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute("train-1", "--hold", "--socket", socket));
        keeper.start();
        awaitHeld(service, out);
        server.close();
        var next = new FakeService();
        server = ControlServer.start(Path.of(socket), next);
        awaitHeld(next, out);
        keeper.interrupt();
        keeper.join();
        assertTrue(
                out.toString().startsWith("task train-1 is announced until this command ends\nthe lease"),
                out::toString);
    }

    private static void awaitHeld(FakeService service, StringWriter out) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        // The client is told after the server has noted it.
        while (service.announcements.held.isEmpty() || !out.toString().endsWith("until this command ends\n")) {
            assertTrue(System.nanoTime() - end < 0, out::toString);
            Thread.sleep(2);
        }
    }
}
