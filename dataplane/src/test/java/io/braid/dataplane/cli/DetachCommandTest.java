package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.Samples;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DetachCommandTest {

    @Test
    void detachesOnceAndThenSaysThatTheTaskIsGone(@TempDir Path directory) {
        String socket = directory.resolve("control.sock").toString();
        var service = new FakeService();
        service.attach(Samples.request());
        try (var server = ControlServer.start(Path.of(socket), service)) {
            assertEquals(
                    new Invocation(0, "task train-1 detached\n", ""),
                    Invocation.of(
                            new DetachCommand(),
                            "train-1",
                            "--socket",
                            server.socket().toString()));
            assertEquals(
                    new Invocation(1, "", "braid: no task train-1 is attached; attached are []\n"),
                    Invocation.of(new DetachCommand(), "train-1", "--socket", socket));
        }
        assertEquals(
                1,
                Invocation.of(new DetachCommand(), "train-1", "--socket", socket)
                        .exitCode());
        assertEquals(
                2, Invocation.of(new DetachCommand(), "a/b", "--socket", socket).exitCode());
        assertEquals(2, Invocation.of(new DetachCommand(), "--socket", socket).exitCode());
    }
}
