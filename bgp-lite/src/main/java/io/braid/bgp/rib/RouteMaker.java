package io.braid.bgp.rib;

import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.Attribute;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.ExtendedCommunity;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Origin;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.RouteChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes what is said to one peer of one uplink's path: next hop and attributes. Has no state. */
final class RouteMaker {
    private RouteMaker() {}

    /** The route by that uplink, nothing if it has no next hop that this peer takes. */
    static Optional<Route> make(
            ExportPolicy policy, Negotiated session, Family family, Uplink uplink, boolean draining) {
        NextHop nextHop = nextHop(policy, session, family, uplink);
        if (nextHop == null) {
            return Optional.empty();
        }
        PathAttributes attributes = attributes(policy, session.internal(), uplink, draining);
        if (policy.role() == null) {
            return Optional.of(new Route(uplink.index(), nextHop, attributes));
        }
        return RouteChecks.markSent(attributes, policy.role(), policy.localAs())
                .map(marked -> new Route(uplink.index(), nextHop, marked));
    }

    private static @Nullable NextHop nextHop(ExportPolicy policy, Negotiated session, Family family, Uplink uplink) {
        if (family == Family.IPV6_UNICAST) {
            return uplink.nextHop6();
        }
        IpAddress own = uplink.nextHop4();
        boolean other = session.send().ipv6NextHop() && uplink.nextHop6() != null;
        if (other && (own == null || policy.preferIpv6NextHop())) {
            return uplink.nextHop6();
        }
        return own == null ? null : NextHop.of(own);
    }

    private static PathAttributes attributes(ExportPolicy policy, boolean internal, Uplink uplink, boolean draining) {
        AsPath path = internal ? AsPath.EMPTY : AsPath.EMPTY.prepend(policy.localAs(), 1 + policy.prepend());
        PathAttributes result = PathAttributes.of(Origin.IGP, path);
        if (policy.med() != null) {
            result = result.with(new Attribute.Med(policy.med()));
        }
        if (internal) {
            // RFC 8326 section 4.1: the lowest preference, also for routers that do not know the community.
            result = result.with(new Attribute.LocalPref(draining ? 0 : policy.localPref()));
        }
        var communities = new ArrayList<Community>(policy.communities());
        if (draining) {
            communities.add(Community.GRACEFUL_SHUTDOWN);
        }
        if (!communities.isEmpty()) {
            result = result.with(new Attribute.Communities(communities));
        }
        if (!policy.largeCommunities().isEmpty()) {
            result = result.with(new Attribute.LargeCommunities(policy.largeCommunities()));
        }
        if (policy.linkBandwidth() && uplink.bytesPerSecond() > 0) {
            result = result.with(new Attribute.ExtendedCommunities(
                    List.of(ExtendedCommunity.linkBandwidth(policy.localAs(), uplink.bytesPerSecond()))));
        }
        return result;
    }
}
