package io.braid.dataplane.net;

/**
 * A range of addresses that share their first bits, such as {@code 10.100.0.0/16}.
 *
 * <p>Immutable. Ordered by first address, then by length: a prefix comes before those inside it.
 *
 * @param address the first address; its bits after {@code length} are zero
 * @param length the number of shared bits: 0 to the family's width
 */
public record IpPrefix(IpAddress address, int length) implements Comparable<IpPrefix> {
    private static final String EXPECTED = "a prefix such as 10.100.0.0/16 or 2001:db8:100::/48";

    /**
     * Checks the length and that no host bit is set.
     *
     * @throws IllegalArgumentException if either is wrong
     */
    public IpPrefix {
        if (length < 0 || length > address.width()) {
            throw new IllegalArgumentException(
                    "the prefix length of " + address + " is 0 to " + address.width() + ", not " + length);
        }
        if (!address.masked(length).equals(address)) {
            throw new IllegalArgumentException(address + "/" + length + " has bits set after the prefix");
        }
    }

    /**
     * Reads {@code ADDRESS/LENGTH}.
     *
     * @throws MalformedValueException if it is not that, or a host bit is set (the message names the prefix that may
     *     have been meant)
     */
    public static IpPrefix parse(String text) {
        InterfaceAddress parsed = InterfaceAddress.parse(text, EXPECTED);
        IpPrefix prefix = parsed.prefix();
        if (!prefix.address().equals(parsed.address())) {
            throw new MalformedValueException(
                    EXPECTED, text, "bits are set after the prefix; did you mean " + prefix + "?");
        }
        return prefix;
    }

    /** The prefix of one address: length 32 or 128. */
    public static IpPrefix host(IpAddress address) {
        return new IpPrefix(address, address.width());
    }

    /** The last address of the range. */
    public IpAddress last() {
        return address.lastOf(length);
    }

    /** Whether the address is of this family and in the range. */
    public boolean contains(IpAddress other) {
        return other.width() == address.width() && other.masked(length).equals(address);
    }

    /** Whether the whole of the other range is in this one. */
    public boolean contains(IpPrefix other) {
        return other.length >= length && contains(other.address);
    }

    /** Whether some address is in both. */
    public boolean overlaps(IpPrefix other) {
        return contains(other) || other.contains(this);
    }

    @Override
    public int compareTo(IpPrefix other) {
        int byAddress = address.compareTo(other.address);
        return byAddress != 0 ? byAddress : Integer.compare(length, other.length);
    }

    @Override
    public String toString() {
        return address + "/" + length;
    }
}
