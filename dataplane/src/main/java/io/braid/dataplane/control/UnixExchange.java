package io.braid.dataplane.control;

import io.braid.linux.UnixSocketPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Sends some bytes over a UNIX socket and collects what comes back until the other side closes, all within one deadline.
 *
 * <p>A blocking channel over a UNIX socket knows no time-out, so this one is non-blocking with a selector of its own.
 */
final class UnixExchange {
    private static final Duration STREAM_BEGIN = Duration.ofSeconds(10);
    private static final int RETRY_CONNECT_MILLIS = 20;

    private UnixExchange() {}

    /**
     * @param maxBytes of answer; more is an error
     * @throws SocketTimeoutException when the deadline passes
     * @throws IOException when the socket cannot be connected to, or the connection breaks before anything was received
     */
    static byte[] exchange(Path socket, byte[] request, int maxBytes, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        try (var channel = connect(socket, deadline);
                var selector = Selector.open()) {
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            var out = ByteBuffer.wrap(request);
            var in = ByteBuffer.allocate(16 * 1024);
            var answer = new ByteArrayOutputStream();
            while (true) {
                if (selector.select(millisLeft(deadline)) == 0) {
                    continue;
                }
                selector.selectedKeys().clear();
                if (out.hasRemaining() && !write(channel, out)) {
                    out.position(out.limit());
                }
                if (!out.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ);
                }
                int read = read(channel, in, answer.size() > 0);
                if (read < 0) {
                    return answer.toByteArray();
                }
                if (answer.size() + read > maxBytes) {
                    throw new IOException("the answer is larger than " + maxBytes + " bytes");
                }
                answer.write(in.array(), 0, read);
                in.clear();
            }
        }
    }

    /**
     * As {@link #exchange}, but for an answer that begins at once and whose end is awaited without limit.
     *
     * @param begun run once when the first line of a body has come with a status of success
     */
    static byte[] stream(Path socket, byte[] request, int maxBytes, Runnable begun) throws IOException {
        try (var channel = connect(socket, System.nanoTime() + STREAM_BEGIN.toNanos())) {
            channel.configureBlocking(true);
            channel.write(ByteBuffer.wrap(request));
            var in = ByteBuffer.allocate(16 * 1024);
            var answer = new ByteArrayOutputStream();
            boolean told = false;
            for (int read = read(channel, in, false); read >= 0; read = read(channel, in, answer.size() > 0)) {
                if (answer.size() + read > maxBytes) {
                    throw new IOException("the answer is larger than " + maxBytes + " bytes");
                }
                answer.write(in.array(), 0, read);
                in.clear();
                if (!told && hasBegun(answer.toString(StandardCharsets.ISO_8859_1))) {
                    told = true;
                    begun.run();
                }
            }
            return answer.toByteArray();
        }
    }

    private static boolean hasBegun(String answer) {
        int body = answer.indexOf("\r\n\r\n");
        return answer.startsWith("HTTP/1.1 200") && body > 0 && answer.indexOf("}\n", body) > 0;
    }

    /** Writes what fits; false when the other side takes no more, which a server does that answers before the body's end. */
    private static boolean write(SocketChannel channel, ByteBuffer out) {
        try {
            channel.write(out);
            return true;
        } catch (IOException closedForWriting) {
            return false;
        }
    }

    /**
     * Reads what is there; negative at the end. A server that closes without having read the whole request resets the connection
     * behind its answer, so a reset that follows some answer is an end like any other; whether it came too early, the answer tells.
     */
    private static int read(SocketChannel channel, ByteBuffer in, boolean answered) throws IOException {
        try {
            return channel.read(in);
        } catch (IOException reset) {
            if (answered) {
                return -1;
            }
            throw reset;
        }
    }

    /**
     * Connects, or waits for a place in the server's queue: connect(2) on a UNIX socket is either done at once or, when the queue is
     * full, not begun (EAGAIN). The JDK reports that as a plain SocketException and closes the channel.
     */
    private static SocketChannel connect(Path socket, long deadline) throws IOException {
        while (true) {
            var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.configureBlocking(false);
                channel.connect(UnixDomainSocketAddress.of(socket));
                return channel;
            } catch (ConnectException | BindException e) {
                channel.close();
                throw e;
            } catch (SocketException e) {
                channel.close();
                if (!Files.exists(socket) || UnixSocketPath.isTooLong(socket)) {
                    throw e;
                }
                pause(deadline);
            }
        }
    }

    private static void pause(long deadline) throws IOException {
        try {
            Thread.sleep(Math.min(RETRY_CONNECT_MILLIS, millisLeft(deadline)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while connecting", e);
        }
    }

    private static long millisLeft(long deadline) throws SocketTimeoutException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
            throw new SocketTimeoutException("no answer in time");
        }
        return millis;
    }
}
