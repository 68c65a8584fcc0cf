package io.braid.bgp.wire;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What two speakers agreed on, as far as it changes the form of messages or what an error in one means.
 *
 * <p>{@link #INITIAL} holds until both OPENs are known, {@link #of} after that.
 *
 * @param internal whether the peer is in the same AS
 * @param fourByteAs AS numbers in paths have four bytes (RFC 6793)
 * @param families the kinds of routes that may be exchanged (RFC 4760)
 * @param receive the form of what the peer sends
 * @param send the form of what is sent to the peer
 * @param refresh the peer answers route refreshes (RFC 2918)
 * @param enhancedRefresh refreshes are framed by BoRR and EoRR (RFC 7313)
 */
public record Negotiated(
        boolean internal,
        boolean fourByteAs,
        Set<Family> families,
        Direction receive,
        Direction send,
        boolean refresh,
        boolean enhancedRefresh) {
    /** What holds before the capabilities are known. */
    public static final Negotiated INITIAL =
            new Negotiated(false, false, Set.of(Family.IPV4_UNICAST), Direction.PLAIN, Direction.PLAIN, false, false);

    /**
     * The form of messages that go one way.
     *
     * @param maxMessageBytes the longest message: 4096, or 65535 (RFC 8654)
     * @param addPath the families whose routes carry a path number (RFC 7911)
     * @param ipv6NextHop IPv4 routes may have IPv6 next hops (RFC 8950)
     */
    public record Direction(int maxMessageBytes, Set<Family> addPath, boolean ipv6NextHop) {
        /** The form without any capability. */
        public static final Direction PLAIN = new Direction(MessageType.Limits.STANDARD, Set.of(), false);

        /**
         * Copies the set.
         *
         * @throws IllegalArgumentException if the size is neither 4096 nor 65535
         */
        public Direction {
            if (maxMessageBytes != MessageType.Limits.STANDARD && maxMessageBytes != MessageType.Limits.EXTENDED) {
                throw new IllegalArgumentException("a message has up to 4096 or 65535 bytes, not " + maxMessageBytes);
            }
            addPath = copy(addPath);
        }

        /** Whether routes of the family carry a path number. */
        public boolean hasPathIds(Family family) {
            return addPath.contains(family);
        }

        private static Set<Family> copy(Set<Family> families) {
            var copy = EnumSet.noneOf(Family.class);
            copy.addAll(families);
            return Collections.unmodifiableSet(copy);
        }
    }

    /** Copies the set. */
    public Negotiated {
        families = Direction.copy(families);
    }

    /** What follows from the two OPENs of a session. */
    public static Negotiated of(Open local, Open remote) {
        return Negotiation.of(local, remote);
    }
}
