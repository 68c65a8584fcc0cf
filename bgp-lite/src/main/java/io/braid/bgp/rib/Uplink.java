package io.braid.bgp.rib;

import io.braid.bgp.wire.Afi;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import org.jspecify.annotations.Nullable;

/**
 * One NIC as peers see it: the next hops that lead to it.
 *
 * @param index its place among the uplinks, 0 to {@link #MAX_INDEX}; keeps its meaning as long as routes are announced
 * @param name for people; empty if there is no uplink at this place
 * @param nextHop4 its IPv4 address, null if it has none
 * @param nextHop6 its IPv6 address, with the link-local one where peers are on its link (RFC 2545); null if it has none
 * @param bytesPerSecond what it can carry, for the link-bandwidth community; 0 if not known
 */
public record Uplink(
        int index,
        String name,
        @Nullable IpAddress nextHop4,
        @Nullable NextHop nextHop6,
        float bytesPerSecond) {
    /** The highest index. */
    public static final int MAX_INDEX = 63;

    /**
     * Checks the kinds of addresses and the ranges.
     *
     * @throws IllegalArgumentException if one is wrong
     */
    public Uplink {
        if (index < 0 || index > MAX_INDEX) {
            throw new IllegalArgumentException("an uplink's index is 0 to " + MAX_INDEX + ", not " + index);
        }
        if (nextHop4 != null && (nextHop4.afi() != Afi.IPV4 || !nextHop4.isHost())) {
            throw new IllegalArgumentException(nextHop4 + " is no IPv4 next hop for uplink " + name);
        }
        if (nextHop6 != null
                && (nextHop6.address().afi() != Afi.IPV6 || !nextHop6.address().isHost())) {
            throw new IllegalArgumentException(nextHop6 + " is no IPv6 next hop for uplink " + name);
        }
        if (!(bytesPerSecond >= 0) || Float.isInfinite(bytesPerSecond)) {
            throw new IllegalArgumentException("a bandwidth is 0 or more, not " + bytesPerSecond);
        }
    }

    /** Stands at a place that no uplink has, until one takes it ({@link Announcements#replace}). */
    public static Uplink none(int index) {
        return new Uplink(index, "", null, null, 0);
    }

    /** Whether there is no uplink at this place. */
    public boolean isNone() {
        return name.isEmpty();
    }

    /** The number of this uplink's path in sessions with several paths (RFC 7911): 1 and up, since 0 means none here. */
    public int pathId() {
        return index + 1;
    }
}
