package io.braid.bgp.wire;

/** What is to be done about an error, mildest first (RFC 7606 section 2); of several errors the strongest counts. */
public enum Handling {
    /** The attribute is dropped and the rest of the message used. */
    ATTRIBUTE_DISCARD,
    /** All routes that the message announces are taken as withdrawn. */
    TREAT_AS_WITHDRAW,
    /** All routes of the family learnt in this session are removed, and later ones ignored (RFC 4760 section 7). */
    AFI_SAFI_DISABLE,
    /** The session ends with a NOTIFICATION. */
    SESSION_RESET
}
