package io.braid.bgp.wire;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Works out what two OPENs agree on. */
final class Negotiation {
    private Negotiation() {}

    static Negotiated of(Open local, Open remote) {
        Set<Family> families = families(local);
        families.retainAll(families(remote));
        return new Negotiated(
                local.asn() == remote.asn(),
                both(local, remote, Capability.FourByteAs.class),
                families,
                direction(remote, local, takesLong(local), families),
                direction(local, remote, takesLong(local) && takesLong(remote), families),
                has(remote, Capability.Refresh.class),
                both(local, remote, Capability.EnhancedRefresh.class));
    }

    /**
     * RFC 8654 section 4: who says that it takes long messages has to, whatever the other says. But FRR (8.4) refuses them
     * from who does not take them itself, so long ones are only sent by agreement of both.
     */
    private static boolean takesLong(Open open) {
        return has(open, Capability.ExtendedMessage.class);
    }

    /** The form of what {@code from} sends to {@code to}. */
    private static Negotiated.Direction direction(Open from, Open to, boolean longMessages, Set<Family> families) {
        int maxBytes = longMessages ? MessageType.Limits.EXTENDED : MessageType.Limits.STANDARD;
        Set<Family> addPath = pathFamilies(from, false);
        addPath.retainAll(pathFamilies(to, true));
        addPath.retainAll(families);
        return new Negotiated.Direction(maxBytes, addPath, takesIpv6NextHop(to));
    }

    private static Set<Family> families(Open open) {
        var result = EnumSet.noneOf(Family.class);
        List<Capability.MultiProtocol> said = open.capabilities(Capability.MultiProtocol.class);
        said.forEach(c -> c.family().family().ifPresent(result::add));
        // RFC 4760 section 8: who names no family at all speaks IPv4 unicast.
        if (said.isEmpty()) {
            result.add(Family.IPV4_UNICAST);
        }
        return result;
    }

    private static Set<Family> pathFamilies(Open open, boolean receive) {
        var result = EnumSet.noneOf(Family.class);
        for (Capability.AddPath capability : open.capabilities(Capability.AddPath.class)) {
            for (Capability.AddPath.Paths paths : capability.families()) {
                if (receive ? paths.receive() : paths.send()) {
                    paths.family().family().ifPresent(result::add);
                }
            }
        }
        return result;
    }

    private static boolean takesIpv6NextHop(Open open) {
        return open.capabilities(Capability.ExtendedNextHop.class).stream()
                .flatMap(c -> c.combinations().stream())
                .anyMatch(
                        Capability.ExtendedNextHop.IPV4_OVER_IPV6.combinations().getFirst()::equals);
    }

    private static boolean has(Open open, Class<? extends Capability> kind) {
        return open.capability(kind).isPresent();
    }

    private static boolean both(Open local, Open remote, Class<? extends Capability> kind) {
        return has(local, kind) && has(remote, kind);
    }
}
