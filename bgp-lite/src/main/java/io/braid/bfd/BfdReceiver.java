package io.braid.bfd;

import io.braid.linux.LinuxException;
import io.braid.linux.Poller;
import io.braid.linux.UdpDatagram;
import io.braid.linux.UdpSocket;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Takes the datagrams of one address family on port 3784 and gives them to their sessions. Engine thread only.
 *
 * <p>Sessions whose peers are known have sockets of their own, which are emptied first.
 */
final class BfdReceiver implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BfdReceiver.class.getName());

    /** Room for over a second of 100 sessions at 10 ms. */
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;

    /**
     * How much is taken from the socket for all in a round, about a millisecond's work: sessions that have no other are
     * not Up, and have timers of a second.
     */
    private static final int MOST_FOR_ALL = 512;

    /** More than the receive buffer of a session's own socket holds: what came before a round is taken in that round. */
    private static final int MOST_FOR_ONE = 512;

    private final boolean ipv6;
    private final UdpSocket socket;
    private final PeerSockets peerSockets;
    private final UdpDatagram datagram;
    private final SessionTable sessions;
    private final AtomicLongArray discards;

    BfdReceiver(boolean ipv6, Poller poller, SessionTable sessions, UdpDatagram datagram, AtomicLongArray discards) {
        this.ipv6 = ipv6;
        this.datagram = datagram;
        this.sessions = sessions;
        this.discards = discards;
        // Not shared: another BFD daemon in the namespace would take packets away.
        this.socket = UdpSocket.open(
                null, new InetSocketAddress(ipv6 ? "::" : "0.0.0.0", SessionTransport.CONTROL_PORT), null);
        try {
            socket.setReceiveBuffer(RECEIVE_BUFFER_BYTES);
            poller.add(socket, Poller.READ, this);
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
        this.peerSockets = new PeerSockets(socket, poller);
    }

    boolean ipv6() {
        return ipv6;
    }

    /** Takes what known peers sent. */
    void drainKnown(long now) {
        // From the last one on: a session that its listener ends is removed, and none is passed over.
        for (int i = peerSockets.size() - 1; i >= 0; i--) {
            UdpSocket own = peerSockets.socket(i);
            for (int n = 0; own != null && n < MOST_FOR_ONE; n++) {
                boolean more;
                try {
                    more = take(own, now);
                } catch (LinuxException e) {
                    // Someone's ICMP error, or a device that went away. The socket for all has the packets from now on.
                    LOG.log(System.Logger.Level.DEBUG, "a session's own socket failed", e);
                    peerSockets.drop(own);
                    break;
                }
                if (!more || i >= peerSockets.size() || peerSockets.socket(i) != own) {
                    break;
                }
            }
        }
    }

    /**
     * Takes what others sent, and what peers sent before they were known.
     *
     * @throws LinuxException when the socket fails
     */
    void drainRest(long now) {
        for (int i = 0; i < MOST_FOR_ALL; i++) {
            if (!take(socket, now)) {
                return;
            }
        }
    }

    void forget(BfdSession session) {
        peerSockets.forget(session);
    }

    /** Takes one datagram; false when there is none. */
    private boolean take(UdpSocket from, long now) {
        if (from.receive(datagram) == UdpSocket.WOULD_BLOCK) {
            return false;
        }
        DiscardReason reason = accept(from, now);
        if (reason != null) {
            discards.incrementAndGet(reason.ordinal());
        }
        return true;
    }

    private @Nullable DiscardReason accept(UdpSocket from, long now) {
        // RFC 5881 section 5: "all received BFD Control packets that are demultiplexed to the session MUST be
        // discarded if the received TTL or Hop Limit is not equal to 255".
        if (datagram.ttl() != 255) {
            return DiscardReason.TTL_NOT_255;
        }
        return switch (ControlPacketCodec.decode(datagram.data(), datagram.length())) {
            case DiscardReason reason -> reason;
            case ControlPacket packet -> {
                BfdSession session = sessions.find(packet, datagram);
                if (session == null) {
                    yield sessions.refusal();
                }
                if (from == socket && packet.yourDiscriminator() != 0) {
                    peerSockets.follow(session, datagram.senderPort(), now);
                }
                yield session.receive(packet, now);
            }
        };
    }

    static Map<DiscardReason, Long> counts(AtomicLongArray discards) {
        Map<DiscardReason, Long> counts = new EnumMap<>(DiscardReason.class);
        for (DiscardReason reason : DiscardReason.values()) {
            counts.put(reason, discards.get(reason.ordinal()));
        }
        return counts;
    }

    @Override
    public void close() {
        peerSockets.close();
        socket.close();
    }
}
