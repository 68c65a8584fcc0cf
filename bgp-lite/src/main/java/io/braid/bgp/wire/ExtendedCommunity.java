package io.braid.bgp.wire;

import java.util.OptionalDouble;

/**
 * A tag on a route of eight bytes, the first two of which say what it means (RFC 4360).
 *
 * @param value the eight bytes
 */
public record ExtendedCommunity(long value) implements Comparable<ExtendedCommunity> {
    private static final int TWO_BYTE_AS = 0x00;
    private static final int NON_TRANSITIVE = 0x40;
    private static final int ROUTE_TARGET = 0x02;
    private static final int LINK_BANDWIDTH = 0x04;

    /**
     * How much traffic the path can take, for unequal shares; stays within the AS (draft-ietf-idr-link-bandwidth).
     *
     * @param asn the AS that says so; {@link Open#AS_TRANS} stands for one above 65535
     * @param bytesPerSecond 0 or more
     * @throws IllegalArgumentException if the bandwidth is not a finite number of 0 or more
     */
    public static ExtendedCommunity linkBandwidth(long asn, float bytesPerSecond) {
        Ranges.checkAs(asn);
        if (!(bytesPerSecond >= 0) || Float.isInfinite(bytesPerSecond)) {
            throw new IllegalArgumentException("a bandwidth is 0 or more, not " + bytesPerSecond);
        }
        long shortAs = asn > 0xFFFF ? Open.AS_TRANS : asn;
        return new ExtendedCommunity((long) NON_TRANSITIVE << 56
                | (long) LINK_BANDWIDTH << 48
                | shortAs << 32
                | (Float.floatToIntBits(bytesPerSecond) & Ranges.U32_MAX));
    }

    /**
     * A route target of a two-byte AS.
     *
     * @param asn 0 to 65535
     * @param number 0 to 4294967295
     */
    public static ExtendedCommunity routeTarget(int asn, long number) {
        Ranges.check("an AS number", asn, 0xFFFF);
        Ranges.check("a route target", number, Ranges.U32_MAX);
        return new ExtendedCommunity((long) ROUTE_TARGET << 48 | (long) asn << 32 | number);
    }

    /** The first byte: who defined the rest, and the transitive bit. */
    public int type() {
        return (int) (value >>> 56);
    }

    /** The second byte. */
    public int subtype() {
        return (int) (value >>> 48) & 0xFF;
    }

    /** Whether it may leave the AS. */
    public boolean isTransitive() {
        return (type() & NON_TRANSITIVE) == 0;
    }

    /** The bandwidth in bytes per second if this says one and it is a finite number of 0 or more. */
    public OptionalDouble linkBandwidth() {
        // Some speakers send it as transitive.
        if ((type() != NON_TRANSITIVE && type() != TWO_BYTE_AS) || subtype() != LINK_BANDWIDTH) {
            return OptionalDouble.empty();
        }
        float bytesPerSecond = Float.intBitsToFloat((int) value);
        return bytesPerSecond >= 0 && !Float.isInfinite(bytesPerSecond)
                ? OptionalDouble.of(bytesPerSecond)
                : OptionalDouble.empty();
    }

    @Override
    public int compareTo(ExtendedCommunity other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        if (linkBandwidth().isPresent()) {
            return "bandwidth:" + (value >>> 32 & 0xFFFF) + ":"
                    + (float) linkBandwidth().getAsDouble();
        }
        if (type() == TWO_BYTE_AS && subtype() == ROUTE_TARGET) {
            return "target:" + (value >>> 32 & 0xFFFF) + ":" + (value & Ranges.U32_MAX);
        }
        return String.format("0x%016x", value);
    }
}
