package io.braid.bgp.wire;

/**
 * What names one route within a session: the prefix, and with ADD-PATH the number of the path to it (RFC 7911).
 *
 * @param prefix where the route leads
 * @param pathId the path's number, unsigned 32 bits; 0 where ADD-PATH was not negotiated
 */
public record Nlri(Prefix prefix, int pathId) implements Comparable<Nlri> {
    /** The route to a prefix in a session without ADD-PATH. */
    public static Nlri of(Prefix prefix) {
        return new Nlri(prefix, 0);
    }

    @Override
    public int compareTo(Nlri other) {
        int byPrefix = prefix.compareTo(other.prefix);
        return byPrefix != 0 ? byPrefix : Integer.compareUnsigned(pathId, other.pathId);
    }

    @Override
    public String toString() {
        return pathId == 0 ? prefix.toString() : prefix + " path " + Integer.toUnsignedString(pathId);
    }
}
