package io.braid.bgp.wire;

/**
 * A range of addresses as a route names it, such as {@code 10.100.0.7/32}.
 *
 * <p>Canonical: bits after the length are zero, so equal ranges are equal values. Words are aligned as in
 * {@link IpAddress}. Ordered by family, then address, then length: a range comes before those inside it.
 *
 * @param family what kind of route it is
 * @param high bits 0 to 63
 * @param low bits 64 to 127; 0 for IPv4
 * @param length the number of bits that count: 0 to 32, or to 128
 */
public record Prefix(Family family, long high, long low, int length) implements Comparable<Prefix> {
    /**
     * Clears the bits after the length.
     *
     * @throws IllegalArgumentException if the length is not one of the family
     */
    public Prefix {
        Ranges.check("the length of a prefix", length, family.afi().width());
        high &= mask(length);
        low &= mask(length - Long.SIZE);
    }

    /** The range of addresses that share the first {@code length} bits of this one. */
    public static Prefix of(IpAddress address, int length) {
        return new Prefix(Family.unicast(address.afi()), address.high(), address.low(), length);
    }

    /** The route to one address: /32 or /128. */
    public static Prefix host(IpAddress address) {
        return of(address, address.afi().width());
    }

    /**
     * Reads {@code ADDRESS/LENGTH}.
     *
     * @throws IllegalArgumentException if it is not that, or bits are set after the length
     */
    public static Prefix parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("0|[1-9][0-9]{0,2}")) {
            throw new IllegalArgumentException("expected a prefix such as 10.100.0.0/16, not '" + text + "'");
        }
        IpAddress address = IpAddress.parse(text.substring(0, slash));
        Prefix prefix = of(address, Integer.parseInt(text.substring(slash + 1)));
        if (!prefix.address().equals(address)) {
            throw new IllegalArgumentException(
                    "bits are set after the length in " + text + "; " + prefix + " has none");
        }
        return prefix;
    }

    private static long mask(int bits) {
        return bits <= 0 ? 0 : bits >= Long.SIZE ? -1L : -1L << (Long.SIZE - bits);
    }

    /** The first address of the range. */
    public IpAddress address() {
        return new IpAddress(family.afi(), high, low);
    }

    /** Whether it is one address: /32 or /128. */
    public boolean isHost() {
        return length == family.afi().width();
    }

    /** Whether it is {@code 0.0.0.0/0} or {@code ::/0}. */
    public boolean isDefault() {
        return length == 0;
    }

    /** Whether the address is of this kind and in the range. */
    public boolean contains(IpAddress address) {
        return address.afi() == family.afi()
                && (address.high() & mask(length)) == high
                && (address.low() & mask(length - Long.SIZE)) == low;
    }

    /** Whether the whole of the other range is in this one. */
    public boolean contains(Prefix other) {
        return other.family == family
                && other.length >= length
                && (other.high & mask(length)) == high
                && (other.low & mask(length - Long.SIZE)) == low;
    }

    /** The bytes that the address takes in a message: as many as hold {@code length} bits (RFC 4271 section 4.3). */
    int addressBytes() {
        return (length + Byte.SIZE - 1) / Byte.SIZE;
    }

    /** The byte at that place in network order. */
    byte byteAt(int index) {
        return (byte) ((index < Long.BYTES ? high : low) >>> (Long.SIZE - Byte.SIZE - Byte.SIZE * (index & 7)));
    }

    @Override
    public int compareTo(Prefix other) {
        int order = family.compareTo(other.family);
        order = order != 0 ? order : Long.compareUnsigned(high, other.high);
        order = order != 0 ? order : Long.compareUnsigned(low, other.low);
        return order != 0 ? order : Integer.compare(length, other.length);
    }

    @Override
    public String toString() {
        return address() + "/" + length;
    }
}
