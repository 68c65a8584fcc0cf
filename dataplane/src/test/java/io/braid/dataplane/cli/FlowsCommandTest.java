package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.net.IpPrefix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flows over the control socket. */
class FlowsCommandTest {
    private final FakeService service = new FakeService();

    @SuppressWarnings("NullAway.Init")
    private Path socket;

    @SuppressWarnings("NullAway.Init")
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        socket = directory.resolve("control.sock");
        server = ControlServer.start(socket, service);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Invocation flows(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new FlowsCommand(), all.toArray(String[]::new));
    }

    @Test
    void showsFlowsAndWhyTheyGoWhereTheyGo() {
        assertEquals(new Invocation(0, """
                        TASK     PROTO  FROM                    TO                     UPLINK    BIT/S     BYTES  IDLE  STATE
                        train-1  tcp    10.100.0.1:40000        198.51.100.7:443       nic2       9.4G  123.5 GB  0 ms  established
                        -        udp    [2001:db8:100::1]:5000  [2001:db8:ffff::7]:53  nic0 (!)      0      74 B    2s  new

                        2 of 17 flows match, 9.4Gbit/s together; shown: 2
                        uplink of 1: chosen by least-loaded when it began, or when its uplink was lost
                        uplink of 1: its hash says so
                        (!) no uplink can be used: their packets are dropped; braid status says why
                        """, ""), flows());
    }

    @Test
    void answersProgramsToo() {
        Invocation json = flows("--json", "-n", "1");
        assertEquals(0, json.exitCode());
        assertTrue(json.out().contains("\"destination\" : \"198.51.100.7\""), json.out());
        assertTrue(!json.out().contains("2001:db8"), json.out());
    }

    @Test
    void everyFilterReachesTheServer() {
        Invocation all = flows(
                "--task",
                "train-1",
                "--uplink",
                "nic2",
                "--address",
                "2001:db8::/32",
                "--port",
                "443",
                "--order",
                "idle");
        assertEquals(0, all.exitCode(), all.err());
        assertEquals(
                new FlowQuery("train-1", "nic2", IpPrefix.parse("2001:db8::/32"), 443, FlowQuery.Order.IDLE, 20),
                service.inspecting.asked);
    }

    @Test
    void saysWhatIsWrong() {
        for (String[] wrong : new String[][] {
            {"-n", "0"},
            {"-n", "1001"},
            {"--order", "loud"},
            {"--port", "70000"},
            {"--port", "-1"},
            {"--address", "nowhere"},
            {"--address", "10.0.0.1/8"},
            {"--address", "10.0.0.0/33"},
            {"--uplink", "../x"},
            {"--task", "a b"},
            {"--task", "x&limit=5"},
        }) {
            Invocation invocation = flows(wrong);
            assertEquals(2, invocation.exitCode(), String.join(" ", wrong) + ": " + invocation.err());
            assertTrue(invocation.err().matches("(?s).*(expected|use 1 to).*"), invocation.err());
        }
        assertEquals(
                1, Invocation.of(new FlowsCommand(), "--socket", "/nonexistent").exitCode());
    }
}
