package io.braid.flow;

import org.jspecify.annotations.Nullable;

/**
 * The paths as a burst's flows find them. Immutable; the conductor hands workers a new one when something changes.
 *
 * @param ipv4 the paths usable for IPv4, with their weights
 * @param ipv6 the paths usable for IPv6
 * @param preferred bit mask of the paths to prefer (those of the NUMA node the packet is on); 0 for no preference
 * @param strict whether new flows take no other path, even when no preferred one is usable
 * @param moved pins of flows that came with a queue from another worker
 * @param inherited pins of before a restart, which only name paths for flows that are not pinned yet; nobody writes it; null when there are none
 */
public record PathView(
        BucketTable ipv4,
        BucketTable ipv6,
        int preferred,
        boolean strict,
        MovedPins moved,
        @Nullable FlowTable inherited) {
    /** Without preference and inheritance. */
    public static PathView of(BucketTable ipv4, BucketTable ipv6) {
        return new PathView(ipv4, ipv6, 0, false, MovedPins.NONE, null);
    }
}
