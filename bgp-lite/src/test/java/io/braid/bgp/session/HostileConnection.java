package io.braid.bgp.session;

import io.braid.bgp.wire.Framed;
import io.braid.bgp.wire.MessageFramer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A hostile peer's end of a TCP connection. */
final class HostileConnection implements AutoCloseable {
    private static final int LIMIT_MILLIS = 15_000;

    /**
     * A message that came.
     *
     * @param type its number
     * @param body what follows the header
     */
    @SuppressWarnings("ArrayRecordComponent") // read at once
    record Received(int type, byte[] body) {}

    private final Socket socket = new Socket();
    private final MessageFramer framer = new MessageFramer();
    private final byte[] buffer = new byte[16 * 1024];

    HostileConnection(String from, String to, int port) throws IOException {
        socket.setTcpNoDelay(true);
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress(to, port), LIMIT_MILLIS);
        socket.setSoTimeout(LIMIT_MILLIS);
    }

    /** Sends; returns whether the other end still took it. */
    boolean send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException e) {
            return false; // it ended the connection meanwhile, which is for the next step to look at
        }
    }

    void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** The next message; null when the connection has ended. */
    @Nullable
    Received receive() throws IOException {
        while (true) {
            switch (framer.next()) {
                case Framed.Frame(byte[] bytes, int offset, int length) -> {
                    return new Received(
                            bytes[offset + 18] & 0xFF, Arrays.copyOfRange(bytes, offset + 19, offset + length));
                }
                case Framed.Broken broken -> throw new AssertionError("the speaker sent no BGP: " + broken.error());
                case Framed.Incomplete _ -> {}
            }
            int count;
            try {
                count = socket.getInputStream()
                        .read(buffer, 0, Math.min(buffer.length, framer.space().remaining()));
            } catch (SocketException e) {
                return null; // reset
            }
            if (count < 0) {
                return null;
            }
            framer.add(buffer, 0, count);
        }
    }

    /** Reads up to a message of that type; null when the connection ended before. */
    @Nullable
    Received receive(int type) throws IOException {
        Received next = receive();
        while (next != null && next.type() != type) {
            next = receive();
        }
        return next;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
