package io.braid.bgp.session;

import io.braid.bgp.wire.Decoded;
import io.braid.bgp.wire.Framed;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageEncoder;
import io.braid.bgp.wire.MessageFramer;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import io.braid.linux.LinuxException;
import io.braid.linux.Poller;
import io.braid.linux.TcpSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One TCP connection as a stream of messages, both ways, in bounded pieces of work. For the speaker's thread. */
final class Wire implements ReadyHandler {
    /** Routes are asked for while fewer bytes than this wait. */
    static final int LOW_WATER = 64 * 1024;

    /** The most buffers that are written in a turn. */
    private static final int WRITES = 4;

    private static final int KEEPALIVE_BYTES = 19;

    /** What happens on a connection. */
    interface Events {
        void connected();

        void failed(String why);

        void received(Decoded decoded);

        void broken(Framed.Broken broken);

        /** The next message to send, null for none. */
        @Nullable
        Message nextMessage();

        /**
         * Something was tried to be written.
         *
         * @param finished whether the kernel took the end of a message
         * @param waiting whether anything still waits
         */
        void wrote(boolean finished, boolean waiting);

        void tapReceived(byte[] buffer, int offset, int length);

        void tapSent(byte[] message);

        /** Whose connection it is. */
        PeerSession peer();
    }

    private final SpeakerIo io;
    private final TcpSocket socket;
    private final Events events;
    private final boolean incoming;
    private final MessageFramer framer = new MessageFramer();
    private final OutputQueue queue = new OutputQueue();
    private MessageEncoder encoder = new MessageEncoder(Negotiated.INITIAL);
    private boolean connecting;
    private boolean open = true;
    private boolean dry;
    private int interest;

    /** Takes over a socket that is being connected, or was accepted. */
    Wire(SpeakerIo io, TcpSocket socket, boolean incoming, Events events) {
        this.io = io;
        this.socket = socket;
        this.incoming = incoming;
        this.connecting = !incoming;
        this.events = events;
        this.interest = incoming ? Poller.READ : Poller.WRITE;
        io.poller().add(socket, interest, this);
    }

    /** Whose connection it is. */
    PeerSession peer() {
        return events.peer();
    }

    boolean incoming() {
        return incoming;
    }

    boolean isConnecting() {
        return connecting;
    }

    int queuedBytes() {
        return queue.bytes();
    }

    /** Messages have this form from now on. */
    void agreed(Negotiated negotiated) {
        encoder = new MessageEncoder(negotiated);
        framer.maxMessageBytes(negotiated.receive().maxMessageBytes());
    }

    @Override
    public void ready(int ready) {
        if (connecting) {
            finishConnect();
            return;
        }
        if ((ready & (Poller.READ | Poller.ERROR)) != 0) {
            read();
        }
        if (open && (ready & Poller.WRITE) != 0) {
            write();
        }
    }

    private void finishConnect() {
        try {
            if (!socket.finishConnect()) {
                return;
            }
        } catch (LinuxException e) {
            events.failed(text(e));
            return;
        }
        connecting = false;
        setInterest(Poller.READ);
        events.connected();
    }

    /** Reads once and deals with all whole messages. */
    void read() {
        ByteBuffer space = framer.space();
        int count;
        try {
            count = socket.read(io.input().clear().limit(Math.min(space.remaining(), SpeakerIo.INPUT_BYTES)));
        } catch (LinuxException e) {
            events.failed(text(e));
            return;
        }
        if (count == TcpSocket.EOF) {
            events.failed("the peer ended the connection");
        } else if (count > 0) {
            space.put(io.input().flip());
            framer.added(count);
            takeMessages();
        }
    }

    private void takeMessages() {
        while (open) {
            switch (framer.next()) {
                case Framed.Frame frame -> {
                    events.tapReceived(frame.buffer(), frame.offset(), frame.length());
                    events.received(frame.decode(encoder.context()));
                }
                case Framed.Incomplete _ -> {
                    return;
                }
                case Framed.Broken broken -> {
                    events.broken(broken);
                    return;
                }
            }
        }
    }

    /** Queues a message of the session itself and writes what the kernel takes. */
    void send(Message message) {
        if (message instanceof Keepalive && queue.endsWithUrgent(KEEPALIVE_BYTES)) {
            return; // one that waits says as much as two
        }
        encoder.encode(
                message,
                (buffer, offset, length) -> queue.addUrgent(Arrays.copyOfRange(buffer, offset, offset + length)));
        write();
    }

    /** Writes what waits, and asks for more while there is room. */
    void write() {
        try {
            boolean finished = false;
            for (int i = 0; i < WRITES && open; i++) {
                pull();
                if (queue.isEmpty()) {
                    break;
                }
                ByteBuffer out = io.output().clear();
                queue.fill(out);
                int offered = out.flip().remaining();
                int count = socket.write(out);
                if (count <= 0) {
                    break;
                }
                finished |= queue.written(count, events::tapSent) > 0;
                if (count < offered) {
                    break;
                }
            }
            if (open) {
                // A turn's writes may end with nothing left here and more to ask for.
                setInterest(queue.isEmpty() && dry ? Poller.READ : Poller.READ | Poller.WRITE);
                events.wrote(finished, !queue.isEmpty());
            }
        } catch (LinuxException e) {
            events.failed(text(e));
        }
    }

    private void pull() {
        while (open && queue.bytes() < LOW_WATER) {
            Message message = events.nextMessage();
            dry = message == null;
            if (message == null) {
                return;
            }
            if (!(message instanceof Update || message instanceof RouteRefresh)) {
                throw new IllegalArgumentException("a source gives UPDATE and ROUTE-REFRESH, not " + message.type());
            }
            encoder.encode(message, this::queueRoutes);
        }
    }

    private void queueRoutes(byte[] buffer, int offset, int length) {
        queue.addRoutes(Arrays.copyOfRange(buffer, offset, offset + length));
    }

    private void setInterest(int wanted) {
        if (wanted != interest) {
            io.poller().setInterest(socket, wanted);
            interest = wanted;
        }
    }

    /** Ends the connection, after a last message if there is one. */
    void close(@Nullable Notification last, boolean abort, long now) {
        if (!open) {
            return;
        }
        open = false;
        if (last == null || abort || connecting) {
            io.poller().remove(socket);
            if (abort && !connecting) {
                socket.reset();
            } else {
                socket.close();
            }
            return;
        }
        queue.dropRoutes();
        encoder.encode(last, (buffer, offset, length) -> {
            byte[] copy = Arrays.copyOfRange(buffer, offset, offset + length);
            queue.addUrgent(copy);
            events.tapSent(copy);
        });
        ByteBuffer rest = ByteBuffer.allocate(queue.bytes());
        queue.fill(rest);
        io.lingering().add(socket, rest.flip(), now);
    }

    private static String text(LinuxException e) {
        return String.valueOf(e.getMessage());
    }
}
