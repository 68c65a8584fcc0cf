package io.braid.dpdk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A port's link as its driver reports it.
 *
 * @param up whether the link is up
 * @param megabitsPerSecond speed, 0 when unknown; virtual drivers report made-up speeds
 */
public record LinkStatus(boolean up, long megabitsPerSecond) {
    /** Reads a {@code struct rte_eth_link}: u32 speed, then bit-fields duplex, autoneg, status, which the generator skips. */
    static boolean isUp(MemorySegment link) {
        return (link.get(ValueLayout.JAVA_SHORT, Integer.BYTES) & 0b100) != 0;
    }
}
