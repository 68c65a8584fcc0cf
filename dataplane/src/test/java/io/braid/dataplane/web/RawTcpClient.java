package io.braid.dataplane.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client that sends exactly the bytes it is given and makes no sense of what comes back. */
final class RawTcpClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();

    RawTcpClient(InetSocketAddress server) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(server, PATIENCE_MILLIS);
    }

    RawTcpClient send(String latin1) throws IOException {
        socket.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Everything until the server closes or resets; fails after 10 seconds of silence. */
    String readAll() throws IOException {
        var all = new StringBuilder();
        try {
            InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                all.append((char) next);
            }
        } catch (SocketException reset) {
            all.append("[reset]");
        }
        return all.toString();
    }

    /** Sends, and returns everything until the server closes. */
    static String exchange(InetSocketAddress server, String request) throws IOException {
        try (var client = new RawTcpClient(server)) {
            try {
                client.send(request);
            } catch (SocketException answeredEarly) {
                return client.readAll(); // the answer says why the server did not want the rest
            }
            return client.readAll();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
