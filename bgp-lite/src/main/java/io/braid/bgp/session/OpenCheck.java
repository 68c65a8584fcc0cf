package io.braid.bgp.session;

import io.braid.bgp.session.SessionEvent.Violation;
import io.braid.bgp.wire.AfiSafi;
import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Bytes;
import io.braid.bgp.wire.Capability;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks of a peer's well-formed OPEN against what is expected of the peer (RFC 4271 section 6.2). */
final class OpenCheck {
    private static final int CAPABILITY_HEADER = 2;
    private static final int MULTI_PROTOCOL_VALUE = 4;

    private OpenCheck() {}

    /** Returns what is wrong, null when nothing is. */
    static @Nullable Violation check(PeerConfig config, Open local, Open remote) {
        if (remote.asn() != config.asn()) {
            return violation(
                    ErrorReason.BAD_PEER_AS,
                    Bytes.EMPTY,
                    "the peer is in AS " + remote.asn() + ", configured is " + config.asn());
        }
        // RFC 6286 section 2.2: equal identifiers are an error within an AS only.
        if (remote.asn() == local.asn() && remote.routerId().equals(local.routerId())) {
            return violation(
                    ErrorReason.BAD_BGP_IDENTIFIER, Bytes.EMPTY, "the peer has our router id " + local.routerId());
        }
        if (Negotiated.of(local, remote).families().isEmpty()) {
            return violation(
                    ErrorReason.UNSUPPORTED_CAPABILITY,
                    families(config.offer().families()),
                    "the peer has none of the families " + config.offer().families());
        }
        return role(config.offer(), remote);
    }

    /** RFC 9234 section 4.2. */
    private static @Nullable Violation role(CapabilityOffer offer, Open remote) {
        BgpRole own = offer.role();
        List<Capability.Role> said = remote.capabilities(Capability.Role.class);
        if (own == null || (said.isEmpty() && !offer.strictRole())) {
            return null;
        }
        if (said.isEmpty()) {
            return violation(ErrorReason.ROLE_MISMATCH, Bytes.EMPTY, "the peer says no role, one is demanded");
        }
        Optional<BgpRole> role = said.getFirst().role();
        if (role.isPresent() && role.get() == own.counterpart()) {
            return null;
        }
        return violation(
                ErrorReason.ROLE_MISMATCH,
                Bytes.EMPTY,
                "the peer's role is "
                        + role.map(BgpRole::toString)
                                .orElse("number " + said.getFirst().value()) + ", to our " + own
                        + " belongs " + own.counterpart());
    }

    /** RFC 5492 section 5: the data lists the capabilities that are missed. */
    private static Bytes families(Set<Family> missed) {
        ByteBuffer data = ByteBuffer.allocate(missed.size() * (CAPABILITY_HEADER + MULTI_PROTOCOL_VALUE));
        for (Family family : missed.stream().sorted().toList()) {
            AfiSafi number = family.number();
            var capability = new Capability.MultiProtocol(number);
            data.put((byte) capability.code()).put((byte) MULTI_PROTOCOL_VALUE);
            data.putShort((short) number.afi()).put((byte) 0).put((byte) number.safi());
        }
        return Bytes.of(data.array());
    }

    private static Violation violation(ErrorReason reason, Bytes data, String detail) {
        return new Violation(Notification.of(reason, data), detail);
    }
}
