package io.braid.linux;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A unicast route as the kernel has it.
 *
 * @param key what it is the route to
 * @param nextHops where it sends packets; more than one for a multipath route
 */
public record RouteState(Key key, List<NextHop> nextHops) {
    /** The table that ordinary routes are in (RT_TABLE_MAIN). */
    public static final int MAIN_TABLE = 254;

    /** Copies the list. */
    public RouteState {
        nextHops = List.copyOf(nextHops);
    }

    /**
     * Identifies a route.
     *
     * @param destination first address of the prefix, IPv4 or IPv6
     * @param prefixLength 0 to 32 or 128
     * @param table number of the routing table
     * @param metric the kernel's priority of the route; the lowest wins
     */
    public record Key(InetAddress destination, int prefixLength, int table, int metric) {}

    /**
     * One way to the destination.
     *
     * @param gateway null for a destination on the link itself
     * @param ifindex interface it leaves by, 0 for none
     * @param live the kernel has not marked it dead or without carrier
     */
    public record NextHop(@Nullable InetAddress gateway, int ifindex, boolean live) {}

    /** Returns how many next hops are neither dead nor without carrier. */
    public int liveNextHops() {
        return (int) nextHops.stream().filter(NextHop::live).count();
    }
}
