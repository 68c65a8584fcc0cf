package io.braid.bgp.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the attributes of an UPDATE: flags (1), type (1), length (1 or 2), value (RFC 4271 section 4.3).
 *
 * <p>What is checked of every attribute is here: that it is whole, there once, has its flags and its length. What one
 * attribute's value means is {@link AttributeValueReader}'s and {@link MultiprotocolReader}'s.
 */
final class AttributeListReader {
    /** An attribute with its header: copied only when it is to be told of. */
    record Whole(WireReader in, int from) {
        Bytes bytes() {
            return in.since(from);
        }
    }

    private final UpdateParts parts;

    AttributeListReader(UpdateParts parts) {
        this.parts = parts;
    }

    /** Reads all attributes; returns the error if one ends the session. */
    @Nullable
    BgpError read(WireReader in) {
        while (in.remaining() > 0) {
            int from = in.position();
            // RFC 7606 section 4: an attribute that is cut off is no reason for a reset, since the routes' place is
            // known.
            if (in.remaining() < 2) {
                return cutOff(in, from, "an attribute of one byte");
            }
            int flags = in.u8();
            int code = in.u8();
            parts.beyondUnreach |= code != AttributeType.MP_UNREACH_NLRI.code();
            boolean extended = (flags & AttributeType.Flags.EXTENDED_LENGTH_BIT) != 0;
            if (in.remaining() < (extended ? 2 : 1)) {
                return cutOff(in, from, "attribute " + code + " without length");
            }
            int length = extended ? in.u16() : in.u8();
            if (length > in.remaining()) {
                return cutOff(in, from, "attribute " + code + " of " + length + " bytes in " + in.remaining());
            }
            WireReader value = in.slice(length);
            BgpError reset = attribute(flags, code, value, new Whole(in, from));
            if (reset != null) {
                return reset;
            }
        }
        return null;
    }

    private @Nullable BgpError cutOff(WireReader in, int from, String detail) {
        parts.beyondUnreach = true;
        in.slice(in.remaining());
        parts.faults.add(ErrorReason.MALFORMED_ATTRIBUTE_LIST, in.since(from), Handling.TREAT_AS_WITHDRAW, detail);
        return null;
    }

    private @Nullable BgpError attribute(int flags, int code, WireReader value, Whole whole) {
        Optional<AttributeType> known = AttributeType.of(code);
        if (!parts.firstOf(code)) {
            return duplicate(code, known);
        }
        if (known.isEmpty()) {
            return unknown(flags, code, value, whole);
        }
        AttributeType type = known.get();
        boolean wrongFlags = (flags & AttributeType.Flags.OPTIONAL_TRANSITIVE) != type.flags();
        if (type == AttributeType.MP_REACH_NLRI || type == AttributeType.MP_UNREACH_NLRI) {
            return new MultiprotocolReader(parts, type, whole).read(value, wrongFlags);
        }
        String unread = reasonNotToRead(type);
        if (unread != null) {
            parts.faults.add(ErrorReason.OPTIONAL_ATTRIBUTE, whole.bytes(), Handling.ATTRIBUTE_DISCARD, type + unread);
        } else if (wrongFlags) {
            fault(ErrorReason.ATTRIBUTE_FLAGS, type, whole, "flags " + flags);
        } else if (!type.allowsLength(value.remaining(), parts.context.fourByteAs())) {
            fault(ErrorReason.ATTRIBUTE_LENGTH, type, whole, value.remaining() + " bytes");
        } else {
            ErrorReason wrong = AttributeValueReader.read(type, value, parts);
            if (wrong != null) {
                fault(wrong, type, whole, "a value that cannot be");
            }
        }
        return null;
    }

    private void fault(ErrorReason reason, AttributeType type, Whole whole, String found) {
        parts.faults.add(reason, whole.bytes(), type.handling(), type + " with " + found);
    }

    /** RFC 7606 section 3 g: of two equal attributes the first counts, unless they hold routes. */
    private @Nullable BgpError duplicate(int code, Optional<AttributeType> known) {
        String detail = "attribute " + code + " is there twice";
        boolean holdsRoutes = known.isPresent()
                && (known.get() == AttributeType.MP_REACH_NLRI || known.get() == AttributeType.MP_UNREACH_NLRI);
        if (holdsRoutes) {
            return BgpError.reset(ErrorReason.MALFORMED_ATTRIBUTE_LIST, detail);
        }
        parts.faults.add(ErrorReason.MALFORMED_ATTRIBUTE_LIST, Bytes.EMPTY, Handling.ATTRIBUTE_DISCARD, detail);
        return null;
    }

    private @Nullable BgpError unknown(int flags, int code, WireReader value, Whole whole) {
        if ((flags & AttributeType.Flags.OPTIONAL_BIT) == 0) {
            return BgpError.reset(
                    ErrorReason.UNRECOGNIZED_WELL_KNOWN_ATTRIBUTE,
                    whole.bytes(),
                    "well-known attribute " + code + " is unknown");
        }
        if ((flags & AttributeType.Flags.TRANSITIVE_BIT) != 0) {
            parts.attributes.add(new Attribute.Opaque(code, value.bytes(value.remaining())));
        }
        return null;
    }

    private @Nullable String reasonNotToRead(AttributeType type) {
        return switch (type) {
            case LOCAL_PREF, ORIGINATOR_ID, CLUSTER_LIST -> parts.context.internal() ? null : " from an external peer";
            case AS4_PATH, AS4_AGGREGATOR ->
                parts.context.fourByteAs() ? " from a peer with four-byte AS numbers" : null;
            default -> null;
        };
    }
}
