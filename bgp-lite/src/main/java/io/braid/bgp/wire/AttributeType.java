package io.braid.bgp.wire;

import java.util.Optional;

/**
 * Every path attribute that the codec reads, and what it does when one is wrong: the one table that the decoder follows.
 *
 * <p>The handling is that of RFC 7606 sections 3 and 7 and of each attribute's own RFC. The flags are those that the
 * attribute must have; an attribute with others is malformed and handled as the last column says.
 */
public enum AttributeType {
    ORIGIN(1, Flags.WELL_KNOWN, Length.EXACTLY, 1, Handling.TREAT_AS_WITHDRAW),
    AS_PATH(2, Flags.WELL_KNOWN, Length.ANY, 0, Handling.TREAT_AS_WITHDRAW),
    NEXT_HOP(3, Flags.WELL_KNOWN, Length.EXACTLY, 4, Handling.TREAT_AS_WITHDRAW),
    MED(4, Flags.OPTIONAL, Length.EXACTLY, 4, Handling.TREAT_AS_WITHDRAW),
    /** From an external peer it is discarded unread (RFC 7606 section 7.5). */
    LOCAL_PREF(5, Flags.WELL_KNOWN, Length.EXACTLY, 4, Handling.TREAT_AS_WITHDRAW),
    ATOMIC_AGGREGATE(6, Flags.WELL_KNOWN, Length.EXACTLY, 0, Handling.ATTRIBUTE_DISCARD),
    AGGREGATOR(7, Flags.OPTIONAL_TRANSITIVE, Length.AGGREGATOR, 0, Handling.ATTRIBUTE_DISCARD),
    COMMUNITIES(8, Flags.OPTIONAL_TRANSITIVE, Length.MULTIPLE_OF, 4, Handling.TREAT_AS_WITHDRAW),
    /** From an external peer it is discarded unread (RFC 7606 section 7.9). */
    ORIGINATOR_ID(9, Flags.OPTIONAL, Length.EXACTLY, 4, Handling.TREAT_AS_WITHDRAW),
    /** From an external peer it is discarded unread (RFC 7606 section 7.10). */
    CLUSTER_LIST(10, Flags.OPTIONAL, Length.MULTIPLE_OF, 4, Handling.TREAT_AS_WITHDRAW),
    /** A family that can be told and is not the session's only one is disabled instead of the session reset. */
    MP_REACH_NLRI(14, Flags.OPTIONAL, Length.ANY, 0, Handling.SESSION_RESET),
    /** A family that can be told and is not the session's only one is disabled instead of the session reset. */
    MP_UNREACH_NLRI(15, Flags.OPTIONAL, Length.ANY, 0, Handling.SESSION_RESET),
    EXTENDED_COMMUNITIES(16, Flags.OPTIONAL_TRANSITIVE, Length.MULTIPLE_OF, 8, Handling.TREAT_AS_WITHDRAW),
    /** From a peer with four-byte AS numbers it is discarded unread (RFC 6793 section 4.1). */
    AS4_PATH(17, Flags.OPTIONAL_TRANSITIVE, Length.ANY, 0, Handling.ATTRIBUTE_DISCARD),
    /** From a peer with four-byte AS numbers it is discarded unread (RFC 6793 section 4.1). */
    AS4_AGGREGATOR(18, Flags.OPTIONAL_TRANSITIVE, Length.EXACTLY, 8, Handling.ATTRIBUTE_DISCARD),
    /** Checked and carried, not read (RFC 5701, RFC 7606 section 7.15). */
    IPV6_EXTENDED_COMMUNITIES(25, Flags.OPTIONAL_TRANSITIVE, Length.MULTIPLE_OF, 20, Handling.TREAT_AS_WITHDRAW),
    LARGE_COMMUNITIES(32, Flags.OPTIONAL_TRANSITIVE, Length.MULTIPLE_OF, 12, Handling.TREAT_AS_WITHDRAW),
    ONLY_TO_CUSTOMER(35, Flags.OPTIONAL_TRANSITIVE, Length.EXACTLY, 4, Handling.TREAT_AS_WITHDRAW);

    private static final AttributeType[] BY_CODE = new AttributeType[256];

    static {
        for (AttributeType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;
    private final int flags;
    private final Length length;
    private final int bytes;
    private final Handling handling;

    AttributeType(int code, int flags, Length length, int bytes, Handling handling) {
        this.code = code;
        this.flags = flags;
        this.length = length;
        this.bytes = bytes;
        this.handling = handling;
    }

    /** The type with that number, or nothing. */
    public static Optional<AttributeType> of(int code) {
        return code >= 0 && code < BY_CODE.length ? Optional.ofNullable(BY_CODE[code]) : Optional.empty();
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** What is done when the value, its length or the flags are wrong. */
    public Handling handling() {
        return handling;
    }

    /** The optional and transitive bits that it must have. */
    int flags() {
        return flags;
    }

    /** Whether a value of that many bytes may be well-formed. */
    boolean allowsLength(int actual, boolean fourByteAs) {
        return switch (length) {
            case ANY -> true;
            case EXACTLY -> actual == bytes;
            case MULTIPLE_OF -> actual > 0 && actual % bytes == 0;
            case AGGREGATOR -> actual == (fourByteAs ? 8 : 6);
        };
    }

    /** The bits of the first byte of an attribute (RFC 4271 section 4.3). */
    static final class Flags {
        static final int OPTIONAL_BIT = 0x80;
        static final int TRANSITIVE_BIT = 0x40;
        static final int PARTIAL_BIT = 0x20;
        static final int EXTENDED_LENGTH_BIT = 0x10;

        static final int WELL_KNOWN = TRANSITIVE_BIT;
        static final int OPTIONAL = OPTIONAL_BIT;
        static final int OPTIONAL_TRANSITIVE = OPTIONAL_BIT | TRANSITIVE_BIT;

        private Flags() {}
    }

    /** How long a value may be. */
    private enum Length {
        /** Any length; the value tells. */
        ANY,
        /** That many bytes. */
        EXACTLY,
        /** A multiple of that many bytes, and not none. */
        MULTIPLE_OF,
        /** An AS number of the session's size and an address. */
        AGGREGATOR
    }
}
