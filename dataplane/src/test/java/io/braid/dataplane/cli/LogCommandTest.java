package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCommandTest {
    @Test
    void levelsAreShownAndChanged(@TempDir Path directory) {
        String socket = directory.resolve("control.sock").toString();
        var service = new FakeService();
        try (ControlServer server = ControlServer.start(Path.of(socket), service)) {
            assertEquals(
                    new Invocation(0, "all info\nbgp debug\n", ""),
                    log("--socket", server.socket().toString()));
            assertEquals(0, log("debug", "--for", "bgp", "--socket", socket).exitCode());
            assertEquals(0, log("warning", "--socket", socket).exitCode());
            assertEquals(List.of("log bgp debug", "log all warning"), service.operating.calls);
            assertTrue(
                    service.audited.getFirst().startsWith("action=log-level outcome=granted"),
                    service.audited.getFirst());
            assertTrue(service.audited.getFirst().contains("changes=bgp:debug"), service.audited.getFirst());
            assertEquals(
                    new Invocation(1, "", "braid: there is no part nothing\n"),
                    log("debug", "--for", "nothing", "--socket", socket));
            assertEquals(2, log("../debug", "--socket", socket).exitCode());
        }
    }

    private static Invocation log(String... arguments) {
        return Invocation.of(new LogCommand(), arguments);
    }
}
