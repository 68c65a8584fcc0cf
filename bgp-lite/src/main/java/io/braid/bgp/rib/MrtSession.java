package io.braid.bgp.rib;

import io.braid.bgp.wire.IpAddress;

/**
 * Whose messages a record of an MRT dump holds.
 *
 * @param peerAs the peer's AS, 0 to 4294967295
 * @param localAs the own AS, 0 to 4294967295
 * @param interfaceIndex the device of the session, 0 if not known
 * @param peer the peer's address
 * @param local the own address, of the same kind
 * @param fourByteAs AS numbers in the session's paths have four bytes; also before that is known
 * @param addPath routes in the session carry path numbers (RFC 8050)
 */
public record MrtSession(
        long peerAs,
        long localAs,
        int interfaceIndex,
        IpAddress peer,
        IpAddress local,
        boolean fourByteAs,
        boolean addPath) {
    private static final long U32_MAX = 0xFFFF_FFFFL;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is violated
     */
    public MrtSession {
        if (peer.afi() != local.afi()) {
            throw new IllegalArgumentException(peer + " and " + local + " are no ends of a session");
        }
        if (peerAs < 0 || peerAs > U32_MAX || localAs < 0 || localAs > U32_MAX) {
            throw new IllegalArgumentException("an AS is 0 to 4294967295, not " + peerAs + " or " + localAs);
        }
        if (interfaceIndex < 0 || interfaceIndex > 0xFFFF) {
            throw new IllegalArgumentException("a device's number is 0 to 65535 here, not " + interfaceIndex);
        }
    }
}
