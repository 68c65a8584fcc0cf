package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.FlowQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything about one task in one answer. */
class ExplainCommandTest {
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

    private Invocation explain(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new ExplainCommand(), all.toArray(String[]::new));
    }

    @Test
    void saysWhereTrafficGoesAndWhy() {
        Invocation said = explain("train-1");
        assertEquals(0, said.exitCode(), said.err());
        for (String part : List.of(
                "task train-1: tap port task0, ",
                "10.100.0.7 and 2001:db8:100::7\n",
                "IPv4 leaves by nic0; not by nic1 (gateway 192.0.2.2 does not answer)\n",
                "IPv6 leaves by nic0; not by nic1 ",
                "2 flows, 9.4Gbit/s together:\n",
                "    nic2: 1 flows, 9.4Gbit/s\n",
                "chosen by least-loaded",
                "lease ")) {
            assertTrue(said.out().contains(part), part + " is not in\n" + said.out());
        }
        assertEquals(new FlowQuery("train-1", null, null, null, FlowQuery.Order.RATE, 1000), service.inspecting.asked);
    }

    @Test
    void answersProgramsToo() {
        Invocation json = explain("train-1", "--json");
        assertEquals(0, json.exitCode(), json.err());
        for (String part :
                List.of("\"task\" : \"train-1\"", "\"policy\" : \"least-loaded\"", "\"matching\" : 2", "\"lease\"")) {
            assertTrue(json.out().contains(part), part + " is not in\n" + json.out());
        }
    }

    @Test
    void namesTheTasksThereAre() {
        Invocation unknown = explain("train-2");
        assertEquals(1, unknown.exitCode());
        assertTrue(unknown.err().contains("attached are train-1"), unknown.err());
        assertEquals(2, explain().exitCode());
    }
}
