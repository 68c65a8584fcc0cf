package io.braid.bfd;

import io.braid.linux.UdpDatagram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the session a received packet belongs to; all sessions share UDP port 3784. Engine thread only.
 */
final class SessionTable {
    private final Map<Integer, BfdSession> byDiscriminator = new HashMap<>();
    private final List<BfdSession> sessions = new ArrayList<>();
    private @Nullable DiscardReason refusal;

    /** Returns a random number other than 0 that no session has; hard to guess, so hard to forge a packet for. */
    int newDiscriminator(RandomGenerator random) {
        int discriminator;
        do {
            discriminator = random.nextInt();
        } while (discriminator == 0 || byDiscriminator.containsKey(discriminator));
        return discriminator;
    }

    /** @throws IllegalArgumentException when a session with this peer on this interface exists */
    void requireFree(SessionConfig config) {
        for (BfdSession session : sessions) {
            if (session.config().sameEndpoint(config)) {
                throw new IllegalArgumentException(config + " would be a second session beside " + session);
            }
        }
    }

    void add(BfdSession session) {
        byDiscriminator.put(session.discriminator(), session);
        sessions.add(session);
    }

    boolean remove(BfdSession session) {
        byDiscriminator.remove(session.discriminator(), session);
        return sessions.remove(session);
    }

    List<BfdSession> all() {
        return sessions;
    }

    /** Returns the packet's session, or null and then {@link #refusal()} says why there is none. */
    @Nullable
    BfdSession find(ControlPacket packet, UdpDatagram datagram) {
        refusal = null;
        if (packet.yourDiscriminator() == 0) {
            return findByEndpoint(datagram);
        }
        BfdSession session = byDiscriminator.get(packet.yourDiscriminator());
        if (session == null) {
            refusal = DiscardReason.UNKNOWN_DISCRIMINATOR;
        } else if (!session.isFrom(datagram)) {
            refusal = DiscardReason.WRONG_SENDER;
        } else if (!session.cameBy(datagram)) {
            refusal = DiscardReason.WRONG_INTERFACE;
        }
        return refusal == null ? session : null;
    }

    private @Nullable BfdSession findByEndpoint(UdpDatagram datagram) {
        for (BfdSession session : sessions) {
            if (session.isFrom(datagram) && session.cameBy(datagram)) {
                return session;
            }
        }
        refusal = DiscardReason.NO_SESSION;
        return null;
    }

    /** Returns why the last {@link #find} found nothing. */
    DiscardReason refusal() {
        return refusal == null ? DiscardReason.NO_SESSION : refusal;
    }
}
