package io.braid.perf.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A control socket that remembers what it was asked and answers whatever a test wants, also what no Braid would. */
final class FakeBraid implements AutoCloseable {
    /** To end the connection without an answer. */
    static final String SILENCE = "";

    private final ServerSocketChannel server;
    private final Function<String, String> answers;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** @param answers what is sent for {@code METHOD PATH BODY}, the status line included */
    FakeBraid(Path socket, Function<String, String> answers) throws IOException {
        this.answers = answers;
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().start(this::serve);
    }

    /** An answer with a JSON body. */
    static String json(int status, String body) {
        return "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" + body;
    }

    List<String> asked() {
        return asked;
    }

    private void serve() {
        try {
            while (true) {
                try (SocketChannel client = server.accept()) {
                    String request = read(Channels.newInputStream(client));
                    asked.add(request);
                    var answer = ByteBuffer.wrap(answers.apply(request).getBytes(StandardCharsets.UTF_8));
                    while (answer.hasRemaining()) {
                        client.write(answer);
                    }
                } catch (ClosedChannelException closed) {
                    throw closed;
                } catch (IOException clientLeft) {
                    asked.add("left: " + clientLeft.getMessage());
                }
            }
        } catch (ClosedChannelException closed) {
            // The test is over.
        }
    }

    private static String read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the request ends in its head");
            }
            head.append((char) next);
        }
        int length = head.toString()
                .lines()
                .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        String[] words = head.toString().split(" ", 3);
        return (words[0] + " " + words[1] + " " + new String(in.readNBytes(length), StandardCharsets.UTF_8)).strip();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
