package io.braid.perf.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.perf.lab.LabException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to the guest, against a stand-in at the socket. */
class GuestAgentTest {
    private static final Duration SHORT = Duration.ofSeconds(5);

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aScriptComesWithTheFunctionsItMayUse() {
        String[] words =
                GuestAgent.request(7, "pages 0 1", Duration.ofMillis(2500)).split(" ", -1);
        assertEquals("7", words[0]);
        assertEquals("2", words[1]);
        String script = new String(Base64.getDecoder().decode(words[2]), StandardCharsets.UTF_8);
        assertEquals(". /share/env; . /share/guest.sh\npages 0 1", script);
    }

    @Test
    void anAnswerHasExitCodeAndOutput() {
        var answer = GuestAgent.parse("3 1 " + base64("no such\nthing\n"), 3);
        assertEquals(1, answer.exitCode());
        assertEquals("no such\nthing\n", answer.out());
        assertEquals("", GuestAgent.parse("3 0 ", 3).out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "3", "3 0", "2 0 YQ==", "03 0 YQ==", "3 0 a", "3 0 YQ=", "3 -1 YQ==", "3 0 YQ== x", "3 0 ?"})
    void anythingElseIsRefused(String line) {
        assertThrows(LabException.class, () -> GuestAgent.parse(line, 3));
    }

    @Test
    void aGuestThatHangsUpIsNoScriptThatFailed(@TempDir Path directory) throws Exception {
        Path path = directory.resolve("s");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            Thread guest =
                    Thread.ofVirtual().start(() -> serve(server, List.of("0 0 ", "1 2 " + base64("bad"), "2 124 ")));
            try (GuestAgent agent = GuestAgent.connect(path, SHORT)) {
                var failed = assertThrows(GuestException.class, () -> agent.run("false\nx", SHORT));
                assertEquals("in the guest, 'false' exited with 2: bad", failed.getMessage());
                var slow = assertThrows(GuestException.class, () -> agent.run("sleep 9", SHORT));
                assertTrue(String.valueOf(slow.getMessage()).contains("still running after 5 s"));
                guest.join();
                assertThrows(LabException.class, () -> agent.run("true", SHORT));
            }
        }
    }

    /** Greets, and answers each line with the next answer; then hangs up. */
    private static void serve(ServerSocketChannel server, List<String> answers) {
        try (var channel = server.accept();
                var in = Channels.newReader(channel, StandardCharsets.UTF_8);
                var out = Channels.newWriter(channel, StandardCharsets.UTF_8)) {
            for (String answer : answers) {
                out.write(answer + "\n");
                out.flush();
                if (!answer.equals(answers.getLast())) {
                    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
                        // the request
                    }
                }
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
