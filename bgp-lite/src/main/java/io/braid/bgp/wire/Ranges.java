package io.braid.bgp.wire;

/** Range checks of values that callers want put on the wire. */
final class Ranges {
    static final long U32_MAX = 0xFFFF_FFFFL;

    private Ranges() {}

    static void check(String what, long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(what + " is 0 to " + max + ", not " + value);
        }
    }

    static void checkAs(long asn) {
        check("an AS number", asn, U32_MAX);
    }
}
