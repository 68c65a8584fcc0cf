package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live view, once as text and on pseudo-terminals of several sizes. */
@Timeout(60)
class TopCommandTest {
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private Path socket;

    @SuppressWarnings("NullAway.Init")
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path temp) {
        directory = temp;
        socket = temp.resolve("control.sock");
        server = ControlServer.start(socket, new FakeService());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Invocation top(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new TopCommand(), all.toArray(String[]::new));
    }

    @Test
    void printsOnceForScripts() {
        Invocation once = top("--once", "--interval", "0.1");
        assertEquals(0, once.exitCode(), once.err());
        assertTrue(once.out().startsWith("braid on "), once.out());
        for (String title : List.of("UPLINK", "WORKER", "FLOW ")) {
            assertTrue(once.out().contains("\n" + title), once.out());
        }
        assertTrue(once.out().contains("tcp 10.100.0.1:40000"), once.out());
    }

    @Test
    void saysWhatIsWrong() {
        for (String interval : List.of("0", "61", "-1", "NaN")) {
            assertEquals(2, top("--once", "--interval", interval).exitCode(), interval);
        }
        assertEquals(
                1,
                Invocation.of(new TopCommand(), "--once", "--socket", "/nonexistent")
                        .exitCode());
    }

    /** {@code script} makes the pseudo-terminal, so that this is the terminal code that people have. */
    private String onTerminal(int rows, int columns, String keys) throws IOException, InterruptedException {
        Path log = directory.resolve("terminal");
        String java = ProcessHandle.current().info().command().orElseThrow();
        String command = "stty rows " + rows + " cols " + columns + "; exec '" + java
                + "' --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -cp '"
                + System.getProperty("java.class.path") + "' " + TopOnTerminal.class.getName()
                + " --interval 0.2 --socket "
                + socket + " 2>'" + directory.resolve("errors") + "'";
        Process script = new ProcessBuilder("script", "-q", "-f", "-e", "-c", command, log.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        try (var input = script.getOutputStream()) {
            for (int tries = 0; tries < 200 && !text(log).contains("tcp 10.100"); tries++) {
                if (rows < 15 && text(log).contains("braid on")) {
                    break; // the flows are below
                }
                Thread.sleep(100);
            }
            Thread.sleep(500);
            input.write(keys.getBytes(StandardCharsets.US_ASCII));
            input.flush();
            assertTrue(script.waitFor(20, TimeUnit.SECONDS), "a key does not end it: " + text(log));
        } finally {
            script.destroyForcibly();
        }
        assertEquals(0, script.exitValue(), text(log));
        return text(log);
    }

    private static String text(Path log) throws IOException {
        return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
    }

    @Test
    void showsAllOnATerminal() throws IOException, InterruptedException {
        String shown = onTerminal(50, 200, "q");
        assertTrue(shown.contains("braid on"), shown);
        assertTrue(shown.contains("tcp 10.100.0.1:40000"), shown);
    }

    @Test
    void fitsATinyTerminal() throws IOException, InterruptedException {
        String shown = onTerminal(5, 20, "q");
        assertTrue(shown.contains("braid on"), shown);
        assertTrue(!shown.contains("tcp 10.100"), shown);
    }

    @Test
    void cutsWhatDoesNotFit() {
        List<String> lines =
                List.of("a line of more than twenty characters", "short", "", "more", "still more", "much more");
        assertEquals(
                List.of("a line of more than ", "short", "", "more"),
                TopScreen.fit(lines, 5, 20).stream()
                        .map(AttributedString::toString)
                        .toList());
        assertEquals(1, TopScreen.fit(lines, 1, 1).size());
    }
}
