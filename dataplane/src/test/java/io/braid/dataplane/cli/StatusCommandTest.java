package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.Samples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {

    @Test
    void printsTablesOrTheWholeReport(@TempDir Path directory) throws Exception {
        String socket = directory.resolve("control.sock").toString();
        try (var server = ControlServer.start(Path.of(socket), new FakeService())) {
            assertEquals(
                    new Invocation(0, StatusText.of(Samples.status()), ""),
                    Invocation.of(
                            new StatusCommand(), "--socket", server.socket().toString()));
            assertEquals(
                    new Invocation(0, resource("/io/braid/dataplane/control/status.json"), ""),
                    Invocation.of(new StatusCommand(), "--json", "--socket", socket));
        }
        var gone = Invocation.of(new StatusCommand(), "--socket", socket);
        assertEquals(1, gone.exitCode());
        assertTrue(gone.err().startsWith("braid: no braid is running here"), gone.err());
    }

    @Test
    void tablesAreAsDocumented() throws Exception {
        assertEquals(resource("status.txt"), StatusText.of(Samples.status()));
    }

    private static String resource(String name) throws Exception {
        try (var in = StatusCommandTest.class.getResourceAsStream(name)) {
            assertNotNull(in, name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
