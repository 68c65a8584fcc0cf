package io.braid.bgp.wire;

import java.util.List;
import java.util.Optional;

/**
 * A speaker's first message: who it is and what it can do (RFC 4271 section 4.2).
 *
 * <p>The number of an AS above 65535 stands in the capability; {@link #asn} is it, or the two-byte one if the peer has no
 * such capability.
 *
 * @param asn the speaker's AS: 1 to 4294967295
 * @param holdSeconds the longest silence that it accepts: 0 (any) or 3 to 65535
 * @param routerId its BGP identifier: any IPv4-shaped number but 0 (RFC 6286)
 * @param capabilities in the order of the message
 */
public record Open(long asn, int holdSeconds, IpAddress routerId, List<Capability> capabilities) implements Message {
    /** What stands in the two-byte field for a number that needs four (RFC 6793). */
    public static final int AS_TRANS = 23456;

    /**
     * Checks the ranges and copies the list.
     *
     * @throws IllegalArgumentException if a number cannot stand in a valid OPEN
     */
    public Open {
        Ranges.checkAs(asn);
        Ranges.check("a hold time", holdSeconds, 0xFFFF);
        if (asn == 0 || holdSeconds == 1 || holdSeconds == 2) {
            throw new IllegalArgumentException("no peer accepts AS " + asn + " with hold time " + holdSeconds);
        }
        if (routerId.afi() != Afi.IPV4 || routerId.isUnspecified()) {
            throw new IllegalArgumentException("a router id has four bytes, not all 0, and is not " + routerId);
        }
        capabilities = List.copyOf(capabilities);
    }

    /** The last capability of that kind, which is the one that counts where only one may be (RFC 4724 section 3). */
    public <T extends Capability> Optional<T> capability(Class<T> kind) {
        return capabilities.reversed().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst();
    }

    /** All capabilities of that kind, in order: several of one kind add up where each names families (RFC 5492). */
    public <T extends Capability> List<T> capabilities(Class<T> kind) {
        return capabilities.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Override
    public MessageType type() {
        return MessageType.OPEN;
    }
}
