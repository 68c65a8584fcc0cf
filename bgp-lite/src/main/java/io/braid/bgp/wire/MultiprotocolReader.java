package io.braid.bgp.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads MP_REACH_NLRI and MP_UNREACH_NLRI (RFC 4760 sections 3 and 4).
 *
 * <pre>
 * MP_REACH_NLRI:    AFI (2) | SAFI (1) | next hop bytes (1) | next hop | reserved (1) | routes
 * MP_UNREACH_NLRI:  AFI (2) | SAFI (1) | routes
 * </pre>
 *
 * <p>When the routes cannot be found or read, treating them as withdrawn is not possible. Their family is then disabled
 * if it is known and not the session's only one, else the session reset (RFC 7606 sections 5.3 and 7.11).
 */
final class MultiprotocolReader {
    private static final int MIN_REACH_BYTES = 5;
    private static final int MIN_UNREACH_BYTES = 3;

    private final UpdateParts parts;
    private final Negotiated context;
    private final AttributeType type;
    private final AttributeListReader.Whole whole;

    MultiprotocolReader(UpdateParts parts, AttributeType type, AttributeListReader.Whole whole) {
        this.parts = parts;
        this.context = parts.context;
        this.type = type;
        this.whole = whole;
    }

    /** Adds what is read to the parts of the message; returns the error if it ends the session. */
    @Nullable
    BgpError read(WireReader in, boolean wrongFlags) {
        int length = in.remaining();
        if (length < MIN_UNREACH_BYTES) {
            return incorrect(null, length + " bytes");
        }
        int afi = in.u16();
        int safi = in.u8();
        boolean reach = type == AttributeType.MP_REACH_NLRI;
        parts.reachable |= reach && length > MIN_REACH_BYTES;
        Optional<Family> known = Family.of(afi, safi).filter(context.families()::contains);
        if (known.isEmpty()) {
            parts.faults.add(
                    ErrorReason.OPTIONAL_ATTRIBUTE,
                    whole.bytes(),
                    Handling.ATTRIBUTE_DISCARD,
                    type + " of " + new AfiSafi(afi, safi) + ", which was not agreed on");
            return null;
        }
        Family family = known.get();
        if (wrongFlags) {
            return incorrect(family, "wrong flags");
        }
        return reach ? readReach(in, family, length) : readUnreach(in, family);
    }

    private @Nullable BgpError readReach(WireReader in, Family family, int length) {
        if (length < MIN_REACH_BYTES) {
            return incorrect(family, length + " bytes");
        }
        int size = in.u8();
        if (!isNextHopSize(family, size) || size + 1 > in.remaining()) {
            return incorrect(family, "a next hop of " + size + " bytes for " + family);
        }
        IpAddress address = in.address(size == Afi.IPV4.bytes() ? Afi.IPV4 : Afi.IPV6);
        IpAddress second = size == 2 * Afi.IPV6.bytes() ? in.address(Afi.IPV6) : null;
        in.u8(); // reserved, ignored
        parts.reachable = parts.announcesInField || in.remaining() > 0;
        parts.announcedFamily = family;
        // RFC 2545 section 3: the second can only be link-local. One that is not says nothing.
        parts.multiprotocolNextHop = new NextHop(address, second != null && second.isLinkLocal() ? second : null);
        String wrong = NlriReader.read(in, family, context.receive().hasPathIds(family), parts.multiprotocolAnnounced);
        if (wrong != null) {
            return incorrect(family, wrong);
        }
        if (!address.isHost()) {
            parts.faults.add(
                    ErrorReason.INVALID_NEXT_HOP, whole.bytes(), Handling.TREAT_AS_WITHDRAW, "next hop " + address);
        }
        return null;
    }

    private boolean isNextHopSize(Family family, int size) {
        boolean ipv6 = size == Afi.IPV6.bytes() || size == 2 * Afi.IPV6.bytes();
        return switch (family) {
            case IPV4_UNICAST ->
                size == Afi.IPV4.bytes() || (ipv6 && context.receive().ipv6NextHop());
            case IPV6_UNICAST -> ipv6;
        };
    }

    private @Nullable BgpError readUnreach(WireReader in, Family family) {
        parts.withdrawnFamily = family;
        String wrong = NlriReader.read(in, family, context.receive().hasPathIds(family), parts.multiprotocolWithdrawn);
        return wrong == null ? null : incorrect(family, wrong);
    }

    private @Nullable BgpError incorrect(@Nullable Family family, String found) {
        String detail = type + " with " + found;
        if (family == null || context.families().size() == 1) {
            return BgpError.reset(ErrorReason.OPTIONAL_ATTRIBUTE, whole.bytes(), detail);
        }
        parts.faults.add(
                new BgpError(ErrorReason.OPTIONAL_ATTRIBUTE, whole.bytes(), Handling.AFI_SAFI_DISABLE, family, detail));
        return null;
    }
}
