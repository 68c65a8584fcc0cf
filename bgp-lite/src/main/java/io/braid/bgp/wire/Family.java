package io.braid.bgp.wire;

import java.util.Optional;

/** The kinds of routes this codec reads and writes (RFC 4760). */
public enum Family {
    IPV4_UNICAST(Afi.IPV4),
    IPV6_UNICAST(Afi.IPV6);

    private static final int UNICAST = 1;

    private final Afi afi;

    Family(Afi afi) {
        this.afi = afi;
    }

    /** The family of unicast routes to addresses of that kind. */
    public static Family unicast(Afi afi) {
        return afi == Afi.IPV4 ? IPV4_UNICAST : IPV6_UNICAST;
    }

    /** The family with these numbers, or nothing if it is one that this codec does not know. */
    public static Optional<Family> of(AfiSafi number) {
        return of(number.afi(), number.safi());
    }

    static Optional<Family> of(int afi, int safi) {
        for (Family family : values()) {
            if (family.afi.number() == afi && safi == UNICAST) {
                return Optional.of(family);
            }
        }
        return Optional.empty();
    }

    /** The kind of addresses in its prefixes. */
    public Afi afi() {
        return afi;
    }

    /** The numbers on the wire. */
    public AfiSafi number() {
        return new AfiSafi(afi.number(), UNICAST);
    }
}
