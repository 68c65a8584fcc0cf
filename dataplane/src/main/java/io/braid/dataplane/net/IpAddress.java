package io.braid.dataplane.net;

/**
 * An IPv4 or IPv6 address as fixed words, so that control code treats both families alike and tables are filled
 * without conversion.
 *
 * <p>Immutable. Ordered by family (IPv4 first), then as unsigned numbers. Its text form is canonical: equal addresses
 * print alike, and {@link #parse} reads back what it prints.
 */
public sealed interface IpAddress extends Comparable<IpAddress> permits Ipv4Address, Ipv6Address {
    /**
     * Reads an address of either family; never asks the DNS.
     *
     * @throws MalformedValueException if the text is neither; see {@link Ipv4Address#parse} and {@link
     *     Ipv6Address#parse} for what is refused
     */
    static IpAddress parse(String text) {
        if (text.indexOf(':') >= 0) {
            return Ipv6Address.parse(text);
        }
        if (!text.isEmpty() && text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'))) {
            return Ipv4Address.parse(text);
        }
        throw new MalformedValueException("an IPv4 or IPv6 address", text);
    }

    /**
     * Makes an address from its bytes in network order.
     *
     * @throws IllegalArgumentException if there are neither 4 nor 16 of them
     */
    static IpAddress ofBytes(byte[] bytes) {
        return switch (bytes.length) {
            case Ipv4Address.BYTES -> Ipv4Address.ofBytes(bytes);
            case Ipv6Address.BYTES -> Ipv6Address.ofBytes(bytes);
            default -> throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + bytes.length);
        };
    }

    /** The number of bits of the family: 32 or 128. */
    int width();

    /** The address in network byte order: 4 or 16 bytes, the caller's to keep. */
    byte[] toBytes();

    /**
     * This address with all bits after the first {@code length} cleared.
     *
     * @param length 0 to {@link #width()}
     */
    IpAddress masked(int length);

    /**
     * This address with all bits after the first {@code length} set: the last address of the prefix.
     *
     * @param length 0 to {@link #width()}
     */
    IpAddress lastOf(int length);

    /** Whether this is {@code 0.0.0.0} or {@code ::}. */
    boolean isUnspecified();

    /** Whether this is in {@code 127.0.0.0/8} or is {@code ::1}. */
    boolean isLoopback();

    /** Whether this is in {@code 224.0.0.0/4} or {@code ff00::/8}. */
    boolean isMulticast();

    /** Whether this is in {@code 169.254.0.0/16} or {@code fe80::/10}. */
    boolean isLinkLocal();

    /** Whether the family is IPv4. */
    default boolean isV4() {
        return this instanceof Ipv4Address;
    }

    /** Whether the family is IPv6. */
    default boolean isV6() {
        return this instanceof Ipv6Address;
    }

    /** The family's name for messages: {@code IPv4} or {@code IPv6}. */
    default String family() {
        return isV4() ? "IPv4" : "IPv6";
    }

    @Override
    default int compareTo(IpAddress other) {
        return switch (this) {
            case Ipv4Address a -> other instanceof Ipv4Address b ? Integer.compareUnsigned(a.bits(), b.bits()) : -1;
            case Ipv6Address a -> {
                if (!(other instanceof Ipv6Address b)) {
                    yield 1;
                }
                int high = Long.compareUnsigned(a.high(), b.high());
                yield high != 0 ? high : Long.compareUnsigned(a.low(), b.low());
            }
        };
    }
}
