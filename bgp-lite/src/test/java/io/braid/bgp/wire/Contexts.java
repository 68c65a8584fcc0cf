package io.braid.bgp.wire;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Agreements of sessions for tests. */
final class Contexts {
    private static final Set<Family> BOTH = EnumSet.allOf(Family.class);

    /** An external peer with four-byte AS numbers and both families. */
    static final Negotiated EXTERNAL = of(false, true, BOTH, 4096, Set.of(), false);

    /** An internal peer, else the same. */
    static final Negotiated INTERNAL = of(true, true, BOTH, 4096, Set.of(), false);

    /** An external peer with two-byte AS numbers. */
    static final Negotiated OLD = of(false, false, BOTH, 4096, Set.of(), false);

    /** An internal peer with two-byte AS numbers. */
    static final Negotiated OLD_INTERNAL = of(true, false, BOTH, 4096, Set.of(), false);

    /** Several paths, IPv6 next hops for IPv4 routes, and long messages. */
    static final Negotiated EVERYTHING = of(false, true, BOTH, 65535, BOTH, true);

    /** IPv4 only. */
    static final Negotiated IPV4_ONLY = of(false, true, Set.of(Family.IPV4_UNICAST), 4096, Set.of(), false);

    /** IPv6 only. */
    static final Negotiated IPV6_ONLY = of(false, true, Set.of(Family.IPV6_UNICAST), 4096, Set.of(), false);

    static final List<Negotiated> ALL =
            List.of(EXTERNAL, INTERNAL, OLD, OLD_INTERNAL, EVERYTHING, IPV4_ONLY, IPV6_ONLY, Negotiated.INITIAL);

    private Contexts() {}

    static Negotiated of(
            boolean internal,
            boolean fourByteAs,
            Set<Family> families,
            int maxBytes,
            Set<Family> addPath,
            boolean ipv6NextHop) {
        var direction = new Negotiated.Direction(maxBytes, addPath, ipv6NextHop);
        return new Negotiated(internal, fourByteAs, families, direction, direction, true, true);
    }
}
