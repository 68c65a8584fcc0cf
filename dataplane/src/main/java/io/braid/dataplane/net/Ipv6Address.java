package io.braid.dataplane.net;

/**
 * An IPv6 address in two words.
 *
 * @param high the first eight bytes, the first one highest
 * @param low the last eight bytes
 */
public record Ipv6Address(long high, long low) implements IpAddress {
    /** Bits of an IPv6 address. */
    public static final int WIDTH = 128;
    /** Bytes of an IPv6 address. */
    public static final int BYTES = 16;

    private static final int GROUPS = 8;
    /** The upper 32 bits of {@code low} in {@code ::ffff:0:0/96}. */
    private static final int V4_MAPPED = 0xffff;

    /**
     * Reads the text forms of RFC 4291, section 2.2: eight groups of one to four hexadecimal digits, {@code ::} once
     * for groups of zeros, and a dotted quad in place of the last two groups.
     *
     * @throws MalformedValueException for anything else; zone ids ({@code fe80::1%eth0}) are refused because a zone
     *     is not part of an address
     */
    public static Ipv6Address parse(String text) {
        return Ipv6Parser.parse(text);
    }

    /**
     * Makes an address from sixteen bytes in network order.
     *
     * @throws IllegalArgumentException if there are not sixteen of them
     */
    public static Ipv6Address ofBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("an IPv6 address has 16 bytes, not " + bytes.length);
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            high = high << 8 | (bytes[i] & 0xff);
            low = low << 8 | (bytes[i + Long.BYTES] & 0xff);
        }
        return new Ipv6Address(high, low);
    }

    /** Makes an address from its eight 16-bit groups. */
    static Ipv6Address ofGroups(int[] groups) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < GROUPS / 2; i++) {
            high = high << 16 | groups[i];
            low = low << 16 | groups[i + GROUPS / 2];
        }
        return new Ipv6Address(high, low);
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public byte[] toBytes() {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (high >>> (56 - 8 * i));
            bytes[i + Long.BYTES] = (byte) (low >>> (56 - 8 * i));
        }
        return bytes;
    }

    @Override
    public Ipv6Address masked(int length) {
        return new Ipv6Address(high & highMask(length), low & lowMask(length));
    }

    @Override
    public Ipv6Address lastOf(int length) {
        return new Ipv6Address(high | ~highMask(length), low | ~lowMask(length));
    }

    @Override
    public boolean isUnspecified() {
        return high == 0 && low == 0;
    }

    @Override
    public boolean isLoopback() {
        return high == 0 && low == 1;
    }

    @Override
    public boolean isMulticast() {
        return high >>> 56 == 0xff;
    }

    @Override
    public boolean isLinkLocal() {
        return high >>> 54 == 0xfe80 >>> 6;
    }

    /** Whether this stands for an IPv4 address: {@code ::ffff:0:0/96}, which must not appear on the wire. */
    public boolean isV4Mapped() {
        return high == 0 && low >>> 32 == V4_MAPPED;
    }

    /**
     * The form of RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups as {@code
     * ::}, and the dotted quad for IPv4-mapped addresses (section 5).
     */
    @Override
    public String toString() {
        if (isV4Mapped()) {
            return "::ffff:" + new Ipv4Address((int) low);
        }
        int runStart = -1;
        int runLength = 1; // a single zero group is not shortened (RFC 5952, section 4.2.2)
        for (int i = 0; i < GROUPS; i++) {
            int length = zerosFrom(i);
            if (length > runLength) {
                runStart = i;
                runLength = length;
            }
        }
        var text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == runStart) {
                text.append("::");
                i += runLength - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(group(i)));
        }
        return text.toString();
    }

    private int zerosFrom(int start) {
        int end = start;
        while (end < GROUPS && group(end) == 0) {
            end++;
        }
        return end - start;
    }

    private int group(int index) {
        long word = index < GROUPS / 2 ? high : low;
        return (int) (word >>> (48 - 16 * (index % (GROUPS / 2)))) & 0xffff;
    }

    private static long highMask(int length) {
        if (length < 0 || length > WIDTH) {
            throw new IllegalArgumentException("an IPv6 prefix length is 0 to 128, not " + length);
        }
        return length == 0 ? 0 : length >= Long.SIZE ? -1 : -1L << (Long.SIZE - length);
    }

    private static long lowMask(int length) {
        return length <= Long.SIZE ? 0 : -1L << (WIDTH - length);
    }
}
