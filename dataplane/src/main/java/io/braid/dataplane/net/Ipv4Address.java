package io.braid.dataplane.net;

/**
 * An IPv4 address in one word.
 *
 * @param bits the address with its first octet in the highest byte: {@code 10.0.0.1} is {@code 0x0a000001}
 */
public record Ipv4Address(int bits) implements IpAddress {
    /** Bits of an IPv4 address. */
    public static final int WIDTH = 32;
    /** Bytes of an IPv4 address. */
    public static final int BYTES = 4;

    private static final String EXPECTED = "an IPv4 address";

    /**
     * Reads a dotted quad of four decimal numbers from 0 to 255.
     *
     * @throws MalformedValueException for anything else; leading zeros are refused because some programs read them as
     *     octal (RFC 6943, section 3.1.1), and short forms such as {@code 10.1} because they are read in different
     *     ways
     */
    public static Ipv4Address parse(String text) {
        int bits = 0;
        int octets = 0;
        int position = 0;
        while (true) {
            int value = 0;
            int start = position;
            while (position < text.length() && isDigit(text.charAt(position))) {
                value = value * 10 + (text.charAt(position) - '0');
                if (value > 255) {
                    throw new MalformedValueException(EXPECTED, text, "a number is greater than 255");
                }
                position++;
                if (position - start > 1 && text.charAt(start) == '0') {
                    throw new MalformedValueException(EXPECTED, text, "a number has leading zeros");
                }
            }
            if (position == start) {
                throw new MalformedValueException(EXPECTED, text);
            }
            bits = bits << 8 | value;
            octets++;
            if (octets == BYTES) {
                break;
            }
            if (position == text.length() || text.charAt(position) != '.') {
                throw new MalformedValueException(EXPECTED, text, "four numbers are needed");
            }
            position++;
        }
        if (position != text.length()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        return new Ipv4Address(bits);
    }

    /**
     * Makes an address from four bytes in network order.
     *
     * @throws IllegalArgumentException if there are not four of them
     */
    public static Ipv4Address ofBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("an IPv4 address has 4 bytes, not " + bytes.length);
        }
        int bits = 0;
        for (byte octet : bytes) {
            bits = bits << 8 | (octet & 0xff);
        }
        return new Ipv4Address(bits);
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public byte[] toBytes() {
        return new byte[] {(byte) (bits >>> 24), (byte) (bits >>> 16), (byte) (bits >>> 8), (byte) bits};
    }

    @Override
    public Ipv4Address masked(int length) {
        return new Ipv4Address(bits & mask(length));
    }

    @Override
    public Ipv4Address lastOf(int length) {
        return new Ipv4Address(bits | ~mask(length));
    }

    @Override
    public boolean isUnspecified() {
        return bits == 0;
    }

    @Override
    public boolean isLoopback() {
        return bits >>> 24 == 127;
    }

    @Override
    public boolean isMulticast() {
        return bits >>> 28 == 0xe;
    }

    @Override
    public boolean isLinkLocal() {
        return bits >>> 16 == 0xa9fe;
    }

    @Override
    public String toString() {
        return (bits >>> 24) + "." + (bits >>> 16 & 0xff) + "." + (bits >>> 8 & 0xff) + "." + (bits & 0xff);
    }

    private static int mask(int length) {
        if (length < 0 || length > WIDTH) {
            throw new IllegalArgumentException("an IPv4 prefix length is 0 to 32, not " + length);
        }
        return length == 0 ? 0 : -1 << (WIDTH - length);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
