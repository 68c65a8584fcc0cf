package io.braid.bgp.wire;

/**
 * An IPv4 or IPv6 address as two words, so that both kinds take the same way through the codec.
 *
 * <p>The bits are left-aligned: an IPv4 address is the top half of {@code high}. Ordered by kind, then as numbers.
 *
 * @param afi the kind
 * @param high bits 0 to 63
 * @param low bits 64 to 127; 0 for IPv4
 */
public record IpAddress(Afi afi, long high, long low) implements Comparable<IpAddress> {
    private static final long LOOPBACK6 = 1;

    /**
     * Checks that an IPv4 address uses 32 bits only.
     *
     * @throws IllegalArgumentException if it uses more
     */
    public IpAddress {
        if (afi == Afi.IPV4 && (low != 0 || (int) high != 0)) {
            throw new IllegalArgumentException("an IPv4 address is the top 32 bits of the first word");
        }
    }

    /** The IPv4 address with these bits. */
    public static IpAddress v4(int bits) {
        return new IpAddress(Afi.IPV4, (long) bits << Integer.SIZE, 0);
    }

    /** The IPv6 address with these bits. */
    public static IpAddress v6(long high, long low) {
        return new IpAddress(Afi.IPV6, high, low);
    }

    /**
     * Makes an address from its bytes in network order.
     *
     * @throws IllegalArgumentException if there are neither 4 nor 16 of them
     */
    public static IpAddress of(byte[] bytes) {
        return switch (bytes.length) {
            case 4 -> v4((int) word(bytes, 0, 4));
            case 16 -> v6(word(bytes, 0, 8), word(bytes, 8, 8));
            default -> throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + bytes.length);
        };
    }

    /**
     * Reads dotted IPv4 or colon IPv6 text; never asks the DNS.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static IpAddress parse(String text) {
        return AddressText.parse(text);
    }

    private static long word(byte[] bytes, int offset, int count) {
        long word = 0;
        for (int i = offset; i < offset + count; i++) {
            word = word << Byte.SIZE | (bytes[i] & 0xFF);
        }
        return word;
    }

    /** The address in network byte order: 4 or 16 bytes, the caller's to keep. */
    public byte[] toBytes() {
        byte[] bytes = new byte[afi.bytes()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = byteAt(i);
        }
        return bytes;
    }

    /** The byte at that place in network order. */
    byte byteAt(int index) {
        return (byte) ((index < Long.BYTES ? high : low) >>> (Long.SIZE - Byte.SIZE - Byte.SIZE * (index & 7)));
    }

    /** The bits of an IPv4 address as one word; the first 32 bits of an IPv6 one. */
    public int firstBits() {
        return (int) (high >>> Integer.SIZE);
    }

    /** Whether this is {@code 0.0.0.0} or {@code ::}. */
    public boolean isUnspecified() {
        return high == 0 && low == 0;
    }

    /** Whether this is in {@code 127.0.0.0/8} or is {@code ::1}. */
    public boolean isLoopback() {
        return afi == Afi.IPV4 ? high >>> 56 == 127 : high == 0 && low == LOOPBACK6;
    }

    /** Whether this is in {@code 224.0.0.0/4} or {@code ff00::/8}. */
    public boolean isMulticast() {
        return afi == Afi.IPV4 ? high >>> 60 == 0xE : high >>> 56 == 0xFF;
    }

    /** Whether this is in {@code 169.254.0.0/16} or {@code fe80::/10}. */
    public boolean isLinkLocal() {
        return afi == Afi.IPV4 ? high >>> 48 == 0xA9FE : high >>> 54 == 0xFE80 >>> 6;
    }

    /**
     * Whether a packet can be sent to one host with this address, by its form alone: not of {@code 0.0.0.0/8}, not a
     * loopback, multicast, broadcast or reserved ({@code 240.0.0.0/4}) address.
     */
    public boolean isHost() {
        if (isLoopback() || isMulticast()) {
            return false;
        }
        return afi == Afi.IPV4 ? high >>> 56 != 0 && high >>> 60 != 0xF : !isUnspecified();
    }

    @Override
    public int compareTo(IpAddress other) {
        int byKind = afi.compareTo(other.afi);
        int byHigh = byKind != 0 ? byKind : Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return AddressText.format(this);
    }
}
