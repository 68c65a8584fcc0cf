package io.braid.bgp.rib;

import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is believed of one peer's routes: nothing, but a default route of these families.
 *
 * @param defaultRoutes the families whose default route is taken
 * @param maxPrefixes how many routes the peer may have told at a time in a family, taken or not: 1 to {@link
 *     #MAX_PREFIXES}
 * @param localAs the own AS: a path with it is a loop
 * @param peerAs the AS that an external peer's paths start with
 * @param ownAddresses this host's addresses: a route through oneself is none
 * @param links the networks shared with the peer; a next hop of a kind of which none is given may be anywhere
 * @param role what the own AS is to the peer (RFC 9234), null for not configured
 * @param watched of routes to single addresses in these it is kept what they say, without being believed
 */
public record ImportPolicy(
        Set<Family> defaultRoutes,
        int maxPrefixes,
        long localAs,
        long peerAs,
        Set<IpAddress> ownAddresses,
        Set<Prefix> links,
        @Nullable BgpRole role,
        Set<Prefix> watched) {
    /** The highest limit: a host has no use for more routes, and each one told takes memory. */
    public static final int MAX_PREFIXES = 1_000_000;

    /** A limit that a rack switch that is set up to send a default route does not reach. */
    public static final int DEFAULT_MAX_PREFIXES = 100;

    /**
     * Copies the sets and checks the limit.
     *
     * @throws IllegalArgumentException if the limit is out of range
     */
    public ImportPolicy {
        if (maxPrefixes < 1 || maxPrefixes > MAX_PREFIXES) {
            throw new IllegalArgumentException("a limit of prefixes is 1 to " + MAX_PREFIXES + ", not " + maxPrefixes);
        }
        defaultRoutes = Set.copyOf(defaultRoutes);
        ownAddresses = Set.copyOf(ownAddresses);
        links = Set.copyOf(links);
        watched = Set.copyOf(watched);
    }

    /** Nothing is believed. */
    public static ImportPolicy denyAll(long localAs, long peerAs) {
        return new ImportPolicy(Set.of(), DEFAULT_MAX_PREFIXES, localAs, peerAs, Set.of(), Set.of(), null, Set.of());
    }

    /** These families' default route is believed. */
    public ImportPolicy withDefaultRoutes(Set<Family> families) {
        return new ImportPolicy(families, maxPrefixes, localAs, peerAs, ownAddresses, links, role, watched);
    }

    public ImportPolicy withMaxPrefixes(int limit) {
        return new ImportPolicy(defaultRoutes, limit, localAs, peerAs, ownAddresses, links, role, watched);
    }

    public ImportPolicy withLink(Set<IpAddress> own, Set<Prefix> networks) {
        return new ImportPolicy(defaultRoutes, maxPrefixes, localAs, peerAs, own, networks, role, watched);
    }

    public ImportPolicy withRole(BgpRole said) {
        return new ImportPolicy(defaultRoutes, maxPrefixes, localAs, peerAs, ownAddresses, links, said, watched);
    }

    /** What is said of single addresses in these is kept. */
    public ImportPolicy withWatched(Set<Prefix> prefixes) {
        return new ImportPolicy(defaultRoutes, maxPrefixes, localAs, peerAs, ownAddresses, links, role, prefixes);
    }

    boolean isWatched(Prefix prefix) {
        return prefix.isHost() && watched.stream().anyMatch(range -> range.contains(prefix));
    }
}
