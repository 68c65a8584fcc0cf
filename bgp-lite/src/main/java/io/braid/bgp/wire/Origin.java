package io.braid.bgp.wire;

/** How a route came into BGP (RFC 4271 section 5.1.1); the constants stand in the order of their numbers, best first. */
public enum Origin {
    IGP,
    EGP,
    INCOMPLETE
}
