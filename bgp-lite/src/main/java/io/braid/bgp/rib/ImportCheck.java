package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteChecks;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides if a peer's route is believed. Has no state. */
final class ImportCheck {
    private ImportCheck() {}

    /** Why what is said of routes of an update is not believed, whatever their prefixes; null if it is. */
    static @Nullable Refusal refusal(
            ImportPolicy policy, Negotiated session, NextHop nextHop, PathAttributes attributes) {
        if (RouteChecks.asPath(attributes.asPath(), session, policy.localAs(), policy.peerAs())
                .isPresent()) {
            return Refusal.AS_PATH;
        }
        if (RouteChecks.nextHop(nextHop, policy.ownAddresses(), link(policy, nextHop.address()))
                .isPresent()) {
            return Refusal.NEXT_HOP;
        }
        boolean leak = policy.role() != null && RouteChecks.isLeak(attributes, policy.role(), policy.peerAs());
        return leak ? Refusal.ROUTE_LEAK : null;
    }

    /** Whether the route is one of those that are taken at all. */
    static boolean isConfigured(ImportPolicy policy, Family family, Prefix prefix) {
        return prefix.isDefault() && policy.defaultRoutes().contains(family);
    }

    /** The network of the next hop's kind that has it, else one that has it not, for the check to find. */
    private static Optional<Prefix> link(ImportPolicy policy, IpAddress nextHop) {
        Prefix other = null;
        for (Prefix link : policy.links()) {
            if (link.contains(nextHop)) {
                return Optional.of(link);
            }
            if (link.family().afi() == nextHop.afi()) {
                other = link;
            }
        }
        return Optional.ofNullable(other);
    }
}
