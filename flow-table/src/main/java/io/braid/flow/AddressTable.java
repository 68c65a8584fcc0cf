package io.braid.flow;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds what an exact IPv4 or IPv6 address belongs to: the task behind a task IP or NIC address, the uplink behind its own.
 *
 * <p>Open addressing with linear probing over arrays of primitives, at most half full. Slots are chosen by a seeded hash,
 * so that addresses cannot be picked to pile up, and a table in which some look-up would inspect more than
 * {@link #MAX_PROBES} slots is built again with another seed and twice the slots. Any address can be a key, 0.0.0.0 and
 * all-ones included.
 *
 * <p>An IPv4 address is the int, an IPv6 address the two longs, that its bytes make in the byte order the caller uses
 * throughout (messages assume network order, most significant byte first).
 *
 * <p>Immutable: any thread may read, and a table can be handed to workers with one volatile write. Look-ups allocate
 * nothing.
 */
public final class AddressTable {
    /** What a look-up answers for an address that is not in the table. */
    public static final int MISSING = -1;

    /** No look-up, successful or not, inspects more slots than this. */
    public static final int MAX_PROBES = 128;

    /** The most addresses of one family that a table takes. */
    public static final int MAX_ADDRESSES = 1 << 22;

    private final Ipv4Slots ipv4;
    private final Ipv6Slots ipv6;
    private final int ipv4Count;
    private final int ipv6Count;

    private AddressTable(Builder builder) {
        ipv4 = Ipv4Slots.of(builder.ipv4, builder.seed, MAX_PROBES);
        ipv6 = Ipv6Slots.of(builder.ipv6, builder.seed, MAX_PROBES);
        ipv4Count = builder.ipv4.size();
        ipv6Count = builder.ipv6.size();
    }

    /** A builder with a seed that nobody knows. */
    public static Builder builder() {
        return new Builder(new SecureRandom().nextLong());
    }

    /** A builder with a given seed, for a table that must come out the same each time. */
    public static Builder builder(long seed) {
        return new Builder(seed);
    }

    /** The value of an IPv4 address, or {@link #MISSING}. */
    public int ipv4(int address) {
        return ipv4.find(address);
    }

    /** The value of an IPv6 address, or {@link #MISSING}. */
    public int ipv6(long hi, long lo) {
        return ipv6.find(hi, lo);
    }

    /** How many IPv4 addresses are in the table. */
    public int ipv4Count() {
        return ipv4Count;
    }

    /** How many IPv6 addresses are in the table. */
    public int ipv6Count() {
        return ipv6Count;
    }

    /** The number of slots that the longest possible look-up inspects, from 1 to {@link #MAX_PROBES}. */
    public int longestProbe() {
        return Math.max(ipv4.longestProbe(), ipv6.longestProbe());
    }

    /** Collects the addresses of a table and refuses contradictions. Not for use by several threads at once. */
    public static final class Builder {
        private final long seed;
        private final Map<Integer, Integer> ipv4 = new LinkedHashMap<>();
        private final Map<Ipv6Slots.Key, Integer> ipv6 = new LinkedHashMap<>();

        private Builder(long seed) {
            this.seed = seed;
        }

        /**
         * Adds an IPv4 address.
         *
         * @param value 0 or more
         * @throws IllegalArgumentException if the value is negative, or the address is there already or is one too many
         */
        public Builder ipv4(int address, int value) {
            add(ipv4, address, ByteBuffer.allocate(4).putInt(address).array(), value);
            return this;
        }

        /**
         * Adds an IPv6 address.
         *
         * @param value 0 or more
         * @throws IllegalArgumentException if the value is negative, or the address is there already or is one too many
         */
        public Builder ipv6(long hi, long lo, int value) {
            byte[] bytes = ByteBuffer.allocate(16).putLong(hi).putLong(lo).array();
            add(ipv6, new Ipv6Slots.Key(hi, lo), bytes, value);
            return this;
        }

        /** A table of what was added so far. */
        public AddressTable build() {
            return new AddressTable(this);
        }

        private static <K> void add(Map<K, Integer> map, K key, byte[] address, int value) {
            if (value < 0) {
                throw new IllegalArgumentException(
                        text(address) + " cannot have the value " + value + "; values are 0 or more");
            }
            if (map.size() >= MAX_ADDRESSES) {
                throw new IllegalArgumentException(
                        "no room for " + text(address) + ": an address table takes " + MAX_ADDRESSES + " per family");
            }
            Integer present = map.putIfAbsent(key, value);
            if (present != null) {
                throw new IllegalArgumentException(text(address) + " already has the value " + present
                        + " and cannot have " + value + " too; remove one of the two");
            }
        }

        private static String text(byte[] address) {
            try {
                // Inet6Address, because InetAddress would turn ::ffff:a.b.c.d into an IPv4 address.
                InetAddress parsed = address.length == 4
                        ? InetAddress.getByAddress(address)
                        : Inet6Address.getByAddress(null, address, -1);
                return String.valueOf(parsed.getHostAddress());
            } catch (UnknownHostException e) {
                throw new AssertionError("4 and 16 bytes always make an address", e);
            }
        }
    }
}
