package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues and workers over the control socket. */
class MoveCommandTest {
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

    private Invocation move(String... arguments) {
        var all = new java.util.ArrayList<>(List.of(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new MoveCommand(), all.toArray(String[]::new));
    }

    @Test
    void movesAQueue() {
        assertEquals(new Invocation(0, "queue 0 of nic0 is polled by worker-1\n", ""), move("nic0", "1"));
        assertEquals(
                new Invocation(0, "queue 3 of train-1 is polled by worker-0\n", ""),
                move("train-1", "0", "--queue", "3"));
        assertEquals(List.of("nic0 0 to 1", "train-1 3 to 0"), service.placing.calls);
    }

    @Test
    void saysWhatIsWrong() {
        assertEquals(new Invocation(1, "", "braid: there is no worker-7\n"), move("nic0", "7"));
        assertEquals(2, move("nic0").exitCode());
        assertEquals(2, move("nic0", "one").exitCode());
        assertEquals(2, move("../nic0", "1").exitCode());
        assertEquals(2, move("nic0", "-1").exitCode());
        assertEquals(List.of(), service.placing.calls);
    }

    @Test
    void planShowsWhatRuns() {
        String text = socket.toString();
        Invocation live = Invocation.of(new PlanCommand(), "--live", "--socket", text);
        assertEquals(new Invocation(0, QueueText.of(service.placing.queues()), ""), live);
        Invocation json = Invocation.of(new PlanCommand(), "--live", "--json", "--socket", text);
        assertEquals(0, json.exitCode());
        assertEquals('{', json.out().charAt(0));
        assertEquals(
                1,
                Invocation.of(new PlanCommand(), "--live", "--socket", "/nonexistent")
                        .exitCode());
    }

    @Test
    void reportsQueues() {
        var client = new ControlClient(socket);
        assertEquals(service.placing.queues(), client.queues().value());
        assertThrows(ControlException.class, () -> client.move("nic0", 99_999, 1));
    }
}
