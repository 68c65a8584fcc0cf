package io.braid.bgp.rib;

import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.LargeCommunity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said of the routes that one peer is told.
 *
 * @param localAs the own AS, 1 to 4294967295
 * @param prepend how often it stands in the path beyond the first time, to external peers: 0 to {@link #MAX_PREPEND}
 * @param med MULTI_EXIT_DISC, 0 to 4294967295; null for none
 * @param localPref LOCAL_PREF to internal peers, 0 to 4294967295
 * @param communities tags, at most {@link #MAX_TAGS}; by default NO_EXPORT, which keeps routes in the rack
 * @param largeCommunities large tags, at most {@link #MAX_TAGS}
 * @param linkBandwidth each path is tagged with its uplink's bandwidth, if known (draft-ietf-idr-link-bandwidth)
 * @param preferIpv6NextHop IPv4 routes get IPv6 next hops where that was agreed (RFC 8950), also from uplinks that have
 *     an IPv4 address; those without one always do
 * @param role what the own AS is to the peer (RFC 9234), null for not configured
 */
public record ExportPolicy(
        long localAs,
        int prepend,
        @Nullable Long med,
        long localPref,
        List<Community> communities,
        List<LargeCommunity> largeCommunities,
        boolean linkBandwidth,
        boolean preferIpv6NextHop,
        @Nullable BgpRole role) {
    /** The most repetitions of the own AS; more than any network needs. */
    public static final int MAX_PREPEND = 50;

    /** The most tags of a kind: with all of them a message still has room for hundreds of routes. */
    public static final int MAX_TAGS = 50;

    private static final long U32_MAX = 0xFFFF_FFFFL;
    private static final long DEFAULT_LOCAL_PREF = 100;

    /**
     * Copies the lists and checks the ranges.
     *
     * @throws IllegalArgumentException if one is violated
     */
    public ExportPolicy {
        check("the own AS", localAs, 1, U32_MAX);
        check("a number of prependings", prepend, 0, MAX_PREPEND);
        check("a MED", med == null ? 0 : med, 0, U32_MAX);
        check("a local preference", localPref, 0, U32_MAX);
        check("the number of communities", communities.size(), 0, MAX_TAGS);
        check("the number of large communities", largeCommunities.size(), 0, MAX_TAGS);
        communities = List.copyOf(communities);
        largeCommunities = List.copyOf(largeCommunities);
    }

    private static void check(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " is " + min + " to " + max + ", not " + value);
        }
    }

    /** Nothing but NO_EXPORT is said. */
    public static ExportPolicy of(long localAs) {
        return new ExportPolicy(
                localAs, 0, null, DEFAULT_LOCAL_PREF, List.of(Community.NO_EXPORT), List.of(), false, false, null);
    }

    public ExportPolicy withPrepend(int times) {
        return new ExportPolicy(
                localAs, times, med, localPref, communities, largeCommunities, linkBandwidth, preferIpv6NextHop, role);
    }

    public ExportPolicy withMed(long value) {
        return new ExportPolicy(
                localAs,
                prepend,
                value,
                localPref,
                communities,
                largeCommunities,
                linkBandwidth,
                preferIpv6NextHop,
                role);
    }

    public ExportPolicy withLocalPref(long value) {
        return new ExportPolicy(
                localAs, prepend, med, value, communities, largeCommunities, linkBandwidth, preferIpv6NextHop, role);
    }

    public ExportPolicy withCommunities(List<Community> tags, List<LargeCommunity> largeTags) {
        return new ExportPolicy(
                localAs, prepend, med, localPref, tags, largeTags, linkBandwidth, preferIpv6NextHop, role);
    }

    public ExportPolicy withLinkBandwidth() {
        return new ExportPolicy(
                localAs, prepend, med, localPref, communities, largeCommunities, true, preferIpv6NextHop, role);
    }

    public ExportPolicy withIpv6NextHops() {
        return new ExportPolicy(
                localAs, prepend, med, localPref, communities, largeCommunities, linkBandwidth, true, role);
    }

    public ExportPolicy withRole(BgpRole said) {
        return new ExportPolicy(
                localAs,
                prepend,
                med,
                localPref,
                communities,
                largeCommunities,
                linkBandwidth,
                preferIpv6NextHop,
                said);
    }
}
