package io.braid.bgp.wire;

/**
 * A tag on a route of three numbers, the first by custom an AS (RFC 8092).
 *
 * @param global 0 to 4294967295
 * @param first 0 to 4294967295
 * @param second 0 to 4294967295
 */
public record LargeCommunity(long global, long first, long second) implements Comparable<LargeCommunity> {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number does not fit its field
     */
    public LargeCommunity {
        Ranges.check("a large community's first number", global, Ranges.U32_MAX);
        Ranges.check("a large community's second number", first, Ranges.U32_MAX);
        Ranges.check("a large community's third number", second, Ranges.U32_MAX);
    }

    @Override
    public int compareTo(LargeCommunity other) {
        int order = Long.compare(global, other.global);
        order = order != 0 ? order : Long.compare(first, other.first);
        return order != 0 ? order : Long.compare(second, other.second);
    }

    @Override
    public String toString() {
        return global + ":" + first + ":" + second;
    }
}
