package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlClientTest {
    @TempDir
    private Path directory;

    @Test
    void saysThatNoBraidRuns() throws Exception {
        Path socket = directory.resolve("control.sock");
        var e = assertThrows(ControlException.class, () -> new ControlClient(socket).status());
        assertEquals(Kind.NOT_FOUND, e.kind());
        assertEquals(
                "no braid is running here (socket " + socket + " missing): start it with braid run -c FILE",
                e.explanation());
        try (var dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(socket));
        }
        e = assertThrows(ControlException.class, () -> new ControlClient(socket).status());
        assertEquals(Kind.NOT_FOUND, e.kind());
        assertEquals(
                "no braid is running here (nobody answers on socket " + socket + "): start it with braid run -c FILE",
                e.explanation());
    }

    @Test
    void saysThatThePathIsTooLong() {
        var client = new ControlClient(directory.resolve("x".repeat(120)));
        var e = assertThrows(ControlException.class, client::status);
        assertTrue(e.explanation().contains("x".repeat(120)), e.explanation());
    }

    @Test
    void checksANameBeforeItBecomesAPath() {
        var client = new ControlClient(directory.resolve("none"));
        var e = assertThrows(ControlException.class, () -> client.detach("../status"));
        assertEquals(Kind.BAD_REQUEST, e.kind());
    }

    @Test
    void givesUpOnABraidThatDoesNotAnswer() throws Exception {
        withServer(channel -> sleep(1500), client -> {
            var e = assertThrows(ControlException.class, client::status);
            assertEquals(Kind.FAILED, e.kind());
            assertTrue(e.explanation().contains("did not answer"), e.explanation());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "'SSH-2.0-x|', not HTTP/1.1",
        "'HTTP/1.1 200 OK|Content-Length: 100||{', ends early",
        "'HTTP/1.1 200 OK||not json', another version",
        "'HTTP/1.1 200 OK||{}', another version",
        "'HTTP/1.1 200 OK||null', another version",
        "'HTTP/1.1 502 Bad||<html>', HTTP status 502",
        "'HTTP/1.1 502 Bad||{\"error\":{}}', HTTP status 502",
        "'HTTP/1.1 409 Bad||{\"error\":{\"kind\":\"new-kind\",\"message\":\"why\"}}', why"
    })
    void explainsAnswersThatItCannotUse(String answer, String why) throws Exception {
        withServer(channel -> answer(channel, answer.replace("|", "\r\n")), client -> {
            var e = assertThrows(ControlException.class, client::status);
            assertEquals(Kind.FAILED, e.kind());
            assertTrue(e.explanation().contains(why), e.explanation());
        });
    }

    @Test
    void doesNotReadWithoutEnd() throws Exception {
        String endless = "HTTP/1.1 200 OK\r\n\r\n" + " ".repeat(9 << 20);
        var serving = serving(channel -> answer(channel, endless), client -> {
            var e = assertThrows(ControlException.class, client::status);
            assertTrue(e.explanation().contains("larger than"), e.explanation());
        });
        var broken = assertThrows(ExecutionException.class, () -> serving.get(10, TimeUnit.SECONDS));
        assertInstanceOf(UncheckedIOException.class, broken.getCause());
    }

    @Test
    void takesAnAnswerThatComesBeforeTheRequestWasRead() throws Exception {
        // Closing with unread bytes makes the kernel reset the connection behind the answer.
        String early = "HTTP/1.1 403 X\r\n\r\n{\"error\":{\"kind\":\"refused\",\"message\":\"not you\"}}";
        withServer(channel -> answer(channel, early), client -> {
            var e = assertThrows(ControlException.class, () -> client.attach(Samples.request()));
            assertEquals(Kind.REFUSED, e.kind());
            assertEquals("not you", e.explanation());
        });
    }

    private void withServer(Consumer<SocketChannel> behaviour, Consumer<ControlClient> test) throws Exception {
        serving(behaviour, test).get(10, TimeUnit.SECONDS);
    }

    /** Runs a test against a server for one connection; returns how serving went. */
    private Future<?> serving(Consumer<SocketChannel> behaviour, Consumer<ControlClient> test) throws IOException {
        Path socket = directory.resolve("s");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            var serving = CompletableFuture.runAsync(() -> {
                try (var channel = server.accept()) {
                    behaviour.accept(channel);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            test.accept(new ControlClient(socket, Duration.ofSeconds(1), Duration.ofSeconds(1)));
            return serving;
        }
    }

    private static void answer(SocketChannel channel, String text) {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
