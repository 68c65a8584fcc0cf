package io.braid.bgp.wire;

import java.util.Optional;

/**
 * Why a session ends, by the numbers that NOTIFICATION messages carry (RFC 4271 section 4.5, RFC 4486, 6608, 7313, 8538,
 * 9072, 9234, 9384, 9687).
 */
public enum ErrorReason {
    NOT_SYNCHRONIZED(1, 1),
    BAD_MESSAGE_LENGTH(1, 2),
    BAD_MESSAGE_TYPE(1, 3),

    OPEN_UNSPECIFIC(2, 0),
    UNSUPPORTED_VERSION(2, 1),
    BAD_PEER_AS(2, 2),
    BAD_BGP_IDENTIFIER(2, 3),
    UNSUPPORTED_OPTIONAL_PARAMETER(2, 4),
    UNACCEPTABLE_HOLD_TIME(2, 6),
    UNSUPPORTED_CAPABILITY(2, 7),
    ROLE_MISMATCH(2, 11),

    UPDATE_UNSPECIFIC(3, 0),
    MALFORMED_ATTRIBUTE_LIST(3, 1),
    UNRECOGNIZED_WELL_KNOWN_ATTRIBUTE(3, 2),
    MISSING_WELL_KNOWN_ATTRIBUTE(3, 3),
    ATTRIBUTE_FLAGS(3, 4),
    ATTRIBUTE_LENGTH(3, 5),
    INVALID_ORIGIN(3, 6),
    INVALID_NEXT_HOP(3, 8),
    OPTIONAL_ATTRIBUTE(3, 9),
    INVALID_NETWORK_FIELD(3, 10),
    MALFORMED_AS_PATH(3, 11),

    HOLD_TIMER_EXPIRED(4, 0),

    FSM_UNSPECIFIC(5, 0),
    UNEXPECTED_IN_OPEN_SENT(5, 1),
    UNEXPECTED_IN_OPEN_CONFIRM(5, 2),
    UNEXPECTED_IN_ESTABLISHED(5, 3),

    CEASE_UNSPECIFIC(6, 0),
    MAXIMUM_PREFIXES(6, 1),
    ADMINISTRATIVE_SHUTDOWN(6, 2),
    PEER_DECONFIGURED(6, 3),
    ADMINISTRATIVE_RESET(6, 4),
    CONNECTION_REJECTED(6, 5),
    OTHER_CONFIGURATION_CHANGE(6, 6),
    CONNECTION_COLLISION(6, 7),
    OUT_OF_RESOURCES(6, 8),
    HARD_RESET(6, 9),
    BFD_DOWN(6, 10),

    INVALID_REFRESH_LENGTH(7, 1),

    SEND_HOLD_TIMER_EXPIRED(8, 0);

    private final int code;
    private final int subcode;

    ErrorReason(int code, int subcode) {
        this.code = code;
        this.subcode = subcode;
    }

    /** The reason with these numbers, or nothing if this list does not have it. */
    public static Optional<ErrorReason> of(int code, int subcode) {
        for (ErrorReason reason : values()) {
            if (reason.code == code && reason.subcode == subcode) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }

    /** The error code on the wire. */
    public int code() {
        return code;
    }

    /** The error subcode on the wire. */
    public int subcode() {
        return subcode;
    }
}
