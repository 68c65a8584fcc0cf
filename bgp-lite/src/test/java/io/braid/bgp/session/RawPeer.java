package io.braid.bgp.session;

import io.braid.bgp.wire.Decoded;
import io.braid.bgp.wire.Framed;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageEncoder;
import io.braid.bgp.wire.MessageFramer;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Open;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** A peer that sends what bytes a test likes. */
public final class RawPeer implements AutoCloseable {
    public static final Open OPEN = new Open(
            SpeakerPair.AS_A,
            90,
            IpAddress.parse("192.0.2.1"),
            CapabilityOffer.DEFAULT.toCapabilities(SpeakerPair.AS_A));

    public final Socket socket = new Socket();
    private final MessageFramer framer = new MessageFramer();
    private final byte[] buffer = new byte[4096];

    public RawPeer(String local, String remote, int port) throws IOException {
        this(local, remote, port, 0);
    }

    /** @param receiveBytes size of the kernel's receive buffer, 0 for its default */
    public RawPeer(String local, String remote, int port, int receiveBytes) throws IOException {
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.bind(new InetSocketAddress(local, 0));
        socket.connect(new InetSocketAddress(remote, port), 5000);
        socket.setSoTimeout(10_000);
    }

    public static byte[] bytes(Message message) {
        var out = new ByteArrayOutputStream();
        new MessageEncoder(Negotiated.INITIAL).encode(message, out::write);
        return out.toByteArray();
    }

    public void send(Message message) throws IOException {
        send(bytes(message));
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** The next message; null when the connection has ended. */
    public @Nullable Message receive() throws IOException {
        while (true) {
            if (framer.next() instanceof Framed.Frame frame) {
                if (frame.decode(Negotiated.INITIAL) instanceof Decoded.Accepted(Message message, var _)) {
                    return message;
                }
                throw new IOException("the speaker sent a message that is wrong");
            }
            int count;
            try {
                count = socket.getInputStream().read(buffer);
            } catch (java.net.SocketException e) {
                return null;
            }
            if (count < 0) {
                return null;
            }
            framer.add(buffer, 0, count);
        }
    }

    /** Receives until a message of that kind comes; null when the connection ended before. */
    public <T extends Message> @Nullable T receive(Class<T> kind) throws IOException {
        Message message;
        do {
            message = receive();
        } while (message != null && !kind.isInstance(message));
        return kind.cast(message);
    }

    /** Exchanges OPEN and KEEPALIVE. */
    public RawPeer establish() throws IOException {
        return establish(OPEN);
    }

    public RawPeer establish(Open open) throws IOException {
        send(open);
        if (receive(Open.class) == null) {
            throw new IOException("no OPEN came");
        }
        send(new Keepalive());
        if (receive(Keepalive.class) == null) {
            throw new IOException("no KEEPALIVE came");
        }
        return this;
    }

    /** Ends with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
