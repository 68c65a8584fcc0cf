package io.braid.bgp.wire;

import java.util.Optional;
import java.util.Set;

/**
 * The checks of a well-formed route that need to know who receives it: what a session does between decoder and table.
 *
 * <p>A route that fails one is not used; the session goes on (RFC 4271 section 6.3).
 */
public final class RouteChecks {
    private RouteChecks() {}

    /**
     * Why packets cannot be sent to a next hop.
     *
     * @param nextHop what the peer said
     * @param own the receiver's addresses: a route through oneself is none
     * @param link the network shared with the peer, or nothing if the peer may be some hops away
     * @return the fault, or nothing
     */
    public static Optional<String> nextHop(NextHop nextHop, Set<IpAddress> own, Optional<Prefix> link) {
        IpAddress address = nextHop.address();
        if (!address.isHost()) {
            return Optional.of("next hop " + nextHop + " is no host");
        }
        if (own.contains(address) || (nextHop.linkLocal() != null && own.contains(nextHop.linkLocal()))) {
            return Optional.of("next hop " + nextHop + " is this host");
        }
        boolean onLink = address.afi() == Afi.IPV6 && address.isLinkLocal();
        if (link.isPresent() && !onLink && !link.get().contains(address)) {
            return Optional.of("next hop " + nextHop + " is outside the link's " + link.get());
        }
        return Optional.empty();
    }

    /**
     * Why a path is not one that this peer can have sent to this AS.
     *
     * @param path what the peer said
     * @param context whether the peer is internal
     * @param localAs the receiver's AS: a path with it is a loop (RFC 4271 section 9)
     * @param peerAs the AS that an external peer's path must start with (RFC 4271 section 6.3)
     * @return the fault, or nothing
     */
    public static Optional<String> asPath(AsPath path, Negotiated context, long localAs, long peerAs) {
        if (path.contains(localAs)) {
            return Optional.of("AS path " + path + " has this AS " + localAs);
        }
        if (path.hasSet()) {
            return Optional.of("AS path " + path + " has a set (RFC 9774)");
        }
        if (!context.internal() && path.first().orElse(-1) != peerAs) {
            return Optional.of("AS path '" + path + "' does not start with the peer's AS " + peerAs);
        }
        return Optional.empty();
    }

    /**
     * Whether a route came where it may not: it had been sent to a customer or peer before (RFC 9234 section 5).
     *
     * @param attributes what the peer said
     * @param local what the receiver is to the peer
     * @param peerAs the peer's AS
     */
    public static boolean isLeak(PathAttributes attributes, BgpRole local, long peerAs) {
        Optional<Attribute.OnlyToCustomer> mark = attributes.get(Attribute.OnlyToCustomer.class);
        return switch (local) {
            case PROVIDER, ROUTE_SERVER -> mark.isPresent();
            case PEER -> mark.isPresent() && mark.get().asn() != peerAs;
            case CUSTOMER, ROUTE_SERVER_CLIENT -> false;
        };
    }

    /**
     * The attributes of a route that is no leak, marked where the receiver has to mark it (RFC 9234 section 5).
     *
     * @param attributes what the peer said
     * @param local what the receiver is to the peer
     * @param peerAs the peer's AS
     */
    public static PathAttributes markReceived(PathAttributes attributes, BgpRole local, long peerAs) {
        boolean unmarked = attributes.get(Attribute.OnlyToCustomer.class).isEmpty();
        return switch (local) {
            case CUSTOMER, PEER, ROUTE_SERVER_CLIENT ->
                unmarked ? attributes.with(new Attribute.OnlyToCustomer(peerAs)) : attributes;
            case PROVIDER, ROUTE_SERVER -> attributes;
        };
    }

    /**
     * The attributes of a route that is to be sent, marked where the sender has to mark it, or nothing if it may not be
     * sent at all (RFC 9234 section 5).
     *
     * @param attributes those of the route
     * @param local what the sender is to the peer
     * @param localAs the sender's AS
     */
    public static Optional<PathAttributes> markSent(PathAttributes attributes, BgpRole local, long localAs) {
        boolean unmarked = attributes.get(Attribute.OnlyToCustomer.class).isEmpty();
        return switch (local) {
            // To a customer, a peer or a route server's client it is marked if it is not yet.
            case PROVIDER, ROUTE_SERVER ->
                Optional.of(unmarked ? attributes.with(new Attribute.OnlyToCustomer(localAs)) : attributes);
            case PEER ->
                unmarked ? Optional.of(attributes.with(new Attribute.OnlyToCustomer(localAs))) : Optional.empty();
            case CUSTOMER, ROUTE_SERVER_CLIENT -> unmarked ? Optional.of(attributes) : Optional.empty();
        };
    }
}
