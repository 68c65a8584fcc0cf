package io.braid.perf.job;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection to the object store that stays open, HTTP/1.1, a request at a time: what is measured are a known number of flows, and a client with
 * a pool would open as many as it likes.
 *
 * <p>Not thread-safe.
 */
final class HttpConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 30_000;
    private static final int ANSWER_MILLIS = 120_000;
    private static final int BUFFER_BYTES = 64 * 1024;

    /** Takes a body, piece by piece. */
    @FunctionalInterface
    interface Sink {
        void take(byte[] bytes, int length) throws IOException;
    }

    /** Gives a body. */
    @FunctionalInterface
    interface Source {
        void write(OutputStream body) throws IOException, InterruptedException;
    }

    private final Socket socket = new Socket();
    private final InetSocketAddress server;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    HttpConnection(InetSocketAddress server) throws IOException {
        this.server = server;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.connect(server, CONNECT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    }

    /** Gets part of an object, {@code length} bytes from {@code from} on. */
    void get(String path, long from, long length, Sink sink) throws IOException {
        send("GET " + path, "Range: bytes=" + from + "-" + (from + length - 1) + "\r\n");
        long got = answer(206, path, sink);
        if (got != length) {
            throw new IOException(path + " has " + got + " bytes there and not " + length);
        }
    }

    /** Gets an object. */
    void get(String path, Sink sink) throws IOException {
        send("GET " + path, "");
        answer(200, path, sink);
    }

    /** Puts an object of {@code length} bytes. */
    void put(String path, long length, Source source) throws IOException, InterruptedException {
        send("PUT " + path, "Content-Length: " + length + "\r\n");
        source.write(socket.getOutputStream());
        answer(200, path, (_, _) -> {});
    }

    private void send(String request, String headers) throws IOException {
        String text = request + " HTTP/1.1\r\nHost: storage:" + server.getPort() + "\r\n" + headers + "\r\n";
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private long answer(int wanted, String path, Sink sink) throws IOException {
        String status = line();
        long length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length =
                        Long.parseLong(header.substring(header.indexOf(':') + 1).strip());
            }
        }
        if (!status.startsWith("HTTP/1.1 " + wanted)) {
            throw new IOException(path + ": " + status);
        }
        for (long left = length; left > 0; ) {
            int some = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (some < 0) {
                throw new EOFException(path + ": " + left + " of " + length + " bytes are missing");
            }
            sink.take(buffer, some);
            left -= some;
        }
        return length;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the store closed the connection");
            }
            if (c == '\n') {
                return line.toString();
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
