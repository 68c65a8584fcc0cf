package io.braid.dataplane.net;

/**
 * An address of an interface together with the length of its subnet's prefix, such as {@code 192.0.2.1/31}.
 *
 * <p>Immutable. Ordered by address, then by length.
 *
 * @param address the interface's own address
 * @param length the prefix length of the subnet: 0 to the family's width
 */
public record InterfaceAddress(IpAddress address, int length) implements Comparable<InterfaceAddress> {
    private static final String EXPECTED = "an address with prefix length such as 192.0.2.1/31 or 2001:db8::1/127";

    /**
     * Checks the length.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public InterfaceAddress {
        if (length < 0 || length > address.width()) {
            throw new IllegalArgumentException(
                    "the prefix length of " + address + " is 0 to " + address.width() + ", not " + length);
        }
    }

    /**
     * Reads {@code ADDRESS/LENGTH}.
     *
     * @throws MalformedValueException if it is not that; the length is never guessed
     */
    public static InterfaceAddress parse(String text) {
        return parse(text, EXPECTED);
    }

    static InterfaceAddress parse(String text, String expected) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new MalformedValueException(expected, text, "the prefix length is missing");
        }
        IpAddress address;
        try {
            address = IpAddress.parse(text.substring(0, slash));
        } catch (MalformedValueException e) {
            String reason = e.reason().isEmpty() ? "its address is malformed" : e.reason();
            throw (MalformedValueException) new MalformedValueException(expected, text, reason).initCause(e);
        }
        int length = parseLength(text.substring(slash + 1));
        if (length < 0 || length > address.width()) {
            throw new MalformedValueException(
                    expected, text, "the prefix length of " + address.family() + " is 0 to " + address.width());
        }
        return new InterfaceAddress(address, length);
    }

    /** One to three digits without leading zeros, or -1. */
    private static int parseLength(String text) {
        if (text.isEmpty() || text.length() > 3 || (text.length() > 1 && text.charAt(0) == '0')) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }

    /** The subnet that the interface is on. */
    public IpPrefix prefix() {
        return new IpPrefix(address.masked(length), length);
    }

    /** Whether the other address can be reached on this interface's link without a router. */
    public boolean onLink(IpAddress other) {
        return prefix().contains(other);
    }

    @Override
    public int compareTo(InterfaceAddress other) {
        int byAddress = address.compareTo(other.address);
        return byAddress != 0 ? byAddress : Integer.compare(length, other.length);
    }

    @Override
    public String toString() {
        return address + "/" + length;
    }
}
