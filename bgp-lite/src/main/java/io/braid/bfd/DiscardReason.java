package io.braid.bfd;

/** Why a received packet was discarded; each has a counter. In the order of the rules of RFC 5880 section 6.8.6. */
public enum DiscardReason implements Decoded {
    /** TTL or hop limit is not 255, so it may come from beyond the link (RFC 5881 section 5). */
    TTL_NOT_255,
    /** Fewer than the 24 bytes every packet has. */
    TRUNCATED,
    /** The version is not 1. */
    VERSION,
    /** The length field is less than 24, or less than 26 with authentication. */
    LENGTH_TOO_SMALL,
    /** The length field says more than was received. */
    LENGTH_BEYOND_PAYLOAD,
    /** The detection multiplier is zero. */
    ZERO_MULTIPLIER,
    /** The multipoint bit is set. */
    MULTIPOINT,
    /** My Discriminator is zero. */
    ZERO_MY_DISCRIMINATOR,
    /** Your Discriminator is zero, in a state that cannot be reached without knowing it. */
    ZERO_YOUR_DISCRIMINATOR,
    /** Your Discriminator names no session here; common for a moment after a restart. */
    UNKNOWN_DISCRIMINATOR,
    /** No discriminator, and no session with this sender on this interface. */
    NO_SESSION,
    /** The discriminator names a session with another peer address. Stricter than the RFC: nobody else has to know it. */
    WRONG_SENDER,
    /** The discriminator names a session on another interface, whose path this packet says nothing about. */
    WRONG_INTERFACE,
    /** Authentication is present and none is in use. */
    AUTHENTICATION,
    /** The session is held down here. */
    SESSION_ADMIN_DOWN
}
