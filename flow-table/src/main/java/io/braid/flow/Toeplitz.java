package io.braid.flow;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Computes the hash by which a NIC chooses a packet's receive queue, so that Braid can tell which worker a flow arrives at.
 *
 * <p>This is the Toeplitz hash of Microsoft's "Receive Side Scaling" specification, which NICs, DPDK ({@code rte_thash.h})
 * and virtio follow: every set bit of the input selects the 32 bits of the key that begin at its position, and the selected
 * words are XORed. The input is source address, destination address, source port, destination port, in network order. So
 * here, unlike in {@link FlowHash}, the byte order matters: every argument is the number whose most significant byte comes
 * first on the wire. Of a port the low 16 bits count. The protocol is no part of the input.
 *
 * <p>Never the base of a choice of path: the hash is linear over XOR, its key is usually public, and the switch may have
 * used it already ({@link FlowHash} says what follows from that).
 *
 * <p>One table of 256 words per input byte, 36 KiB in all: a look-up and an XOR per byte, 12 for an IPv4 flow and 36 for an
 * IPv6 flow. Immutable, allocates nothing per call, any thread.
 */
public final class Toeplitz {
    /** Key length of most NICs: as much as the longest input, an IPv6 flow, reaches. */
    public static final int KEY_BYTES = 40;

    /** Key length of NICs that can also hash tunnels (Intel's 700 and 800 series). */
    public static final int LONG_KEY_BYTES = 52;

    private static final int IPV6_FLOW_BYTES = 36;
    private static final byte[] MICROSOFT_KEY =
            HexFormat.of().parseHex("6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa");

    private final byte[] key;
    private final int[] words;

    private Toeplitz(byte[] key) {
        this.key = key;
        words = new int[IPV6_FLOW_BYTES << 8];
        for (int position = 0; position < IPV6_FLOW_BYTES; position++) {
            for (int value = 1; value < 256; value++) {
                int bit = 8 * position + 7 - Integer.numberOfTrailingZeros(value);
                int others = value & (value - 1);
                words[position << 8 | value] = words[position << 8 | others] ^ window(key, bit);
            }
        }
    }

    /** The 32 bits of the key that begin at a bit, counted from the first byte's most significant one. */
    private static int window(byte[] key, int bit) {
        long five = 0;
        for (int i = 0; i < 5; i++) {
            five = five << 8 | (key[bit / 8 + i] & 0xFF);
        }
        return (int) (five >>> (8 - bit % 8));
    }

    /**
     * The hash with a given key.
     *
     * @param key {@value #KEY_BYTES} or {@value #LONG_KEY_BYTES} bytes, first byte first, as {@code ethtool -x} prints it; of
     *     a long key the part beyond {@value #KEY_BYTES} bytes concerns tunnels only. The array is copied.
     * @throws IllegalArgumentException if the key has another length, or its first {@value #KEY_BYTES} bytes are all zero
     */
    public static Toeplitz of(byte[] key) {
        if (key.length != KEY_BYTES && key.length != LONG_KEY_BYTES) {
            throw new IllegalArgumentException(
                    "an RSS key has " + KEY_BYTES + " or " + LONG_KEY_BYTES + " bytes, not " + key.length);
        }
        if (Arrays.equals(key, 0, KEY_BYTES, new byte[KEY_BYTES], 0, KEY_BYTES)) {
            throw new IllegalArgumentException(
                    "an RSS key of zeros gives every packet the hash 0 and so the same queue;"
                            + " set a key on the NIC and give it here");
        }
        return new Toeplitz(key.clone());
    }

    /** The hash with the key of Microsoft's specification, with which most drivers start. */
    public static Toeplitz microsoft() {
        return new Toeplitz(MICROSOFT_KEY);
    }

    /**
     * The hash with the key 6d5a 6d5a ..., which gives both directions of a connection the same queue (Woo and Park,
     * "Scalable TCP Session Monitoring with Symmetric Receive-side Scaling", 2012).
     *
     * <p>The price: the key repeats every 16 bits, so the result depends only on the XOR of all 16-bit words of the input, and
     * its two halves are equal. There are at most 65536 different results, and whoever chooses ports can choose the queue.
     */
    public static Toeplitz symmetric() {
        byte[] key = new byte[KEY_BYTES];
        for (int i = 0; i < KEY_BYTES; i += 2) {
            key[i] = 0x6D;
            key[i + 1] = 0x5A;
        }
        return new Toeplitz(key);
    }

    /** A copy of the key, to be written to a NIC. */
    public byte[] key() {
        return key.clone();
    }

    /** Hash of an IPv4 packet's addresses: what a NIC computes for fragments and for protocols without ports. */
    public int ipv4Addresses(int source, int destination) {
        return word(0, source) ^ word(4, destination);
    }

    /** Hash of an IPv4 packet's addresses and ports. */
    public int ipv4(int source, int destination, int sourcePort, int destinationPort) {
        return ipv4Addresses(source, destination) ^ word(8, ports(sourcePort, destinationPort));
    }

    /** Hash of an IPv6 packet's addresses. */
    public int ipv6Addresses(long sourceHi, long sourceLo, long destinationHi, long destinationLo) {
        return words(0, sourceHi) ^ words(8, sourceLo) ^ words(16, destinationHi) ^ words(24, destinationLo);
    }

    /** Hash of an IPv6 packet's addresses and ports. */
    public int ipv6(
            long sourceHi, long sourceLo, long destinationHi, long destinationLo, int sourcePort, int destinationPort) {
        return ipv6Addresses(sourceHi, sourceLo, destinationHi, destinationLo)
                ^ word(32, ports(sourcePort, destinationPort));
    }

    private int words(int position, long value) {
        return word(position, (int) (value >>> 32)) ^ word(position + 4, (int) value);
    }

    private int word(int position, int value) {
        int table = position << 8;
        return words[table | value >>> 24]
                ^ words[table + 256 | (value >>> 16 & 0xFF)]
                ^ words[table + 512 | (value >>> 8 & 0xFF)]
                ^ words[table + 768 | (value & 0xFF)];
    }

    private static int ports(int source, int destination) {
        return source << 16 | (destination & 0xFFFF);
    }
}
