package io.braid.bfd;

import io.braid.linux.LinuxException;
import io.braid.linux.UdpDatagram;
import io.braid.linux.UdpSocket;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** Takes the datagrams of one address family on port 3784 and gives them to their sessions. Engine thread only. */
final class BfdReceiver implements AutoCloseable {
    /** Room for over a second of 100 sessions at 10 ms. */
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;

    /**
     * More than the receive buffer holds, as the kernel accounts at least 512 bytes a datagram: what was there when a
     * round began is read in that round, and a flood does not keep the timers waiting.
     */
    private static final int MOST_PER_ROUND = 2 * RECEIVE_BUFFER_BYTES / 512;

    private final boolean ipv6;
    private final UdpSocket socket;
    private final UdpDatagram datagram;
    private final SessionTable sessions;
    private final AtomicLongArray discards;

    BfdReceiver(boolean ipv6, SessionTable sessions, UdpDatagram datagram, AtomicLongArray discards) {
        this.ipv6 = ipv6;
        this.sessions = sessions;
        this.datagram = datagram;
        this.discards = discards;
        this.socket = UdpSocket.open(
                null, new InetSocketAddress(ipv6 ? "::" : "0.0.0.0", SessionTransport.CONTROL_PORT), null);
        socket.setReceiveBuffer(RECEIVE_BUFFER_BYTES);
    }

    boolean ipv6() {
        return ipv6;
    }

    UdpSocket socket() {
        return socket;
    }

    /**
     * Takes what is there.
     *
     * @throws LinuxException when the socket fails
     */
    void drain(long now) {
        for (int i = 0; i < MOST_PER_ROUND; i++) {
            if (socket.receive(datagram) == UdpSocket.WOULD_BLOCK) {
                return;
            }
            DiscardReason reason = accept(now);
            if (reason != null) {
                discards.incrementAndGet(reason.ordinal());
            }
        }
    }

    private @Nullable DiscardReason accept(long now) {
        // RFC 5881 section 5: "all received BFD Control packets that are demultiplexed to the session MUST be
        // discarded if the received TTL or Hop Limit is not equal to 255".
        if (datagram.ttl() != 255) {
            return DiscardReason.TTL_NOT_255;
        }
        return switch (ControlPacketCodec.decode(datagram.data(), datagram.length())) {
            case DiscardReason reason -> reason;
            case ControlPacket packet -> {
                BfdSession session = sessions.find(packet, datagram);
                yield session == null ? sessions.refusal() : session.receive(packet, now);
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
        socket.close();
    }
}
