package io.braid.dataplane.net;

/**
 * An Ethernet address in one word.
 *
 * @param bits 48 bits, the first byte on the wire highest; the upper 16 bits of the word are zero
 */
public record MacAddress(long bits) implements Comparable<MacAddress> {
    /** Bytes of an Ethernet address. */
    public static final int BYTES = 6;
    /** {@code ff:ff:ff:ff:ff:ff}. */
    public static final MacAddress BROADCAST = new MacAddress(0xffff_ffff_ffffL);

    private static final String EXPECTED = "a MAC address such as 02:00:00:00:00:01";
    private static final int TEXT_LENGTH = 17;

    /**
     * Checks that only 48 bits are used.
     *
     * @throws IllegalArgumentException if others are set
     */
    public MacAddress {
        if (bits >>> 48 != 0) {
            throw new IllegalArgumentException("a MAC address has 48 bits, not " + Long.toHexString(bits));
        }
    }

    /**
     * Reads six groups of two hexadecimal digits with colons between them.
     *
     * @throws MalformedValueException for anything else
     */
    public static MacAddress parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            throw new MalformedValueException(EXPECTED, text);
        }
        long bits = 0;
        for (int i = 0; i < TEXT_LENGTH; i++) {
            char c = text.charAt(i);
            if (i % 3 == 2) {
                if (c != ':') {
                    throw new MalformedValueException(EXPECTED, text);
                }
                continue;
            }
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw new MalformedValueException(EXPECTED, text);
            }
            bits = bits << 4 | digit;
        }
        return new MacAddress(bits);
    }

    /**
     * Makes an address from six bytes in wire order.
     *
     * @throws IllegalArgumentException if there are not six of them
     */
    public static MacAddress ofBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a MAC address has 6 bytes, not " + bytes.length);
        }
        long bits = 0;
        for (byte octet : bytes) {
            bits = bits << 8 | (octet & 0xff);
        }
        return new MacAddress(bits);
    }

    /** The six bytes in wire order, the caller's to keep. */
    public byte[] toBytes() {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (bits >>> (40 - 8 * i));
        }
        return bytes;
    }

    /** Whether this is a group address (multicast or broadcast): never a valid source (IEEE 802.3, 3.2.3). */
    public boolean isMulticast() {
        return (bits >>> 40 & 1) != 0;
    }

    /** Whether the address was given by software rather than by the maker. */
    public boolean isLocallyAdministered() {
        return (bits >>> 40 & 2) != 0;
    }

    @Override
    public int compareTo(MacAddress other) {
        return Long.compare(bits, other.bits);
    }

    @Override
    public String toString() {
        var text = new StringBuilder(TEXT_LENGTH);
        for (byte octet : toBytes()) {
            text.append(text.isEmpty() ? "" : ":").append("%02x".formatted(octet & 0xff));
        }
        return text.toString();
    }
}
