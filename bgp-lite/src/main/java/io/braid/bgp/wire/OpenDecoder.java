package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads OPEN messages (RFC 4271 section 4.2 and 6.2, RFC 9072).
 *
 * <pre>
 *  0         1       3           5           9           10
 * +---------+-------+-----------+-----------+-----------+----------------------+
 * | version | AS    | hold time | router id | param len | parameters           |
 * +---------+-------+-----------+-----------+-----------+----------------------+
 *             parameter: type (1), length (1, or 2 after the prefix FF len16), value
 * </pre>
 */
final class OpenDecoder {
    static final int VERSION = 4;
    static final int CAPABILITIES = 2;
    static final int EXTENDED = 255;

    private OpenDecoder() {}

    static Decoded decode(WireReader body) {
        int version = body.u8();
        if (version != VERSION) {
            return rejected(
                    ErrorReason.UNSUPPORTED_VERSION, Bytes.of((byte) 0, (byte) VERSION), "BGP version " + version);
        }
        int shortAs = body.u16();
        int holdSeconds = body.u16();
        IpAddress routerId = body.address(Afi.IPV4);
        var capabilities = new ArrayList<Capability>();
        BgpError malformed = readParameters(body, capabilities);
        if (malformed != null) {
            return new Decoded.Rejected(malformed);
        }
        long asn = shortAs;
        for (Capability capability : capabilities) {
            if (capability instanceof Capability.FourByteAs(long longAs)) {
                asn = longAs;
            }
        }
        if (shortAs == 0 || asn == 0 || (shortAs != Open.AS_TRANS && shortAs != asn)) {
            // RFC 7607 section 2; RFC 6793 section 4.1 has the field filled with the AS itself if it fits.
            return rejected(ErrorReason.BAD_PEER_AS, Bytes.EMPTY, "AS " + shortAs + ", in the capability " + asn);
        }
        if (holdSeconds == 1 || holdSeconds == 2) {
            return rejected(ErrorReason.UNACCEPTABLE_HOLD_TIME, Bytes.EMPTY, "hold time " + holdSeconds + " s");
        }
        if (routerId.isUnspecified()) {
            return rejected(ErrorReason.BAD_BGP_IDENTIFIER, Bytes.EMPTY, "router id 0");
        }
        var open = new Open(asn, holdSeconds, routerId, capabilities);
        if (open.capabilities(Capability.Role.class).stream().distinct().count() > 1) {
            return rejected(ErrorReason.ROLE_MISMATCH, Bytes.EMPTY, "several roles"); // RFC 9234 section 4.2
        }
        return new Decoded.Accepted(open, List.of());
    }

    private static @Nullable BgpError readParameters(WireReader body, List<Capability> capabilities) {
        int length = body.u8();
        // RFC 9072 section 2: a first parameter of type 255 is the mark of the extended form, whatever the length is.
        boolean extended = length != 0 && body.remaining() > 0 && body.peek() == EXTENDED;
        if (extended) {
            if (body.remaining() < 3) {
                return malformed("the extended length is cut off");
            }
            body.u8();
            length = body.u16();
        }
        if (length != body.remaining()) {
            return malformed(length + " bytes of parameters announced, " + body.remaining() + " there");
        }
        int header = extended ? 3 : 2;
        while (body.remaining() > 0) {
            if (body.remaining() < header) {
                return malformed("a parameter's header is cut off");
            }
            int type = body.u8();
            int size = extended ? body.u16() : body.u8();
            if (size > body.remaining()) {
                return malformed("a parameter of " + size + " bytes has " + body.remaining());
            }
            if (type != CAPABILITIES) {
                return BgpError.reset(
                        ErrorReason.UNSUPPORTED_OPTIONAL_PARAMETER, Bytes.of((byte) type), "parameter " + type);
            }
            if (!CapabilityReader.read(body.slice(size), capabilities)) {
                return malformed("a capability is cut off");
            }
        }
        return null;
    }

    private static BgpError malformed(String detail) {
        return BgpError.reset(ErrorReason.OPEN_UNSPECIFIC, detail);
    }

    private static Decoded rejected(ErrorReason reason, Bytes data, String detail) {
        return new Decoded.Rejected(BgpError.reset(reason, data, detail));
    }
}
