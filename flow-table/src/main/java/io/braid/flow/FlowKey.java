package io.braid.flow;

/**
 * The two 64-bit words that stand for a flow, of either family, in hashes and in the {@link FlowTable}.
 *
 * <pre>
 *   word        63                                                                      0
 *   addresses   IPv4: source (32) | destination (32)      IPv6: {@link FlowHash#ipv6AddressWord}
 *   transport   0 (22) | IPv6 (1) | addresses only (1) | protocol (8) | source port (16) | destination port (16)
 * </pre>
 *
 * <p>Where the protocol has no ports they are 0; an ICMP echo has its identifier in place of the source port. A fragment's key is the addresses only, so that
 * all fragments of a datagram have the same. An ICMP error has the key of the flow it quotes with both directions swapped: it goes the way that the packets
 * that flow towards whom it warns went. The IPv6 flow label is part of no key.
 *
 * <p>An IPv6 flow's addresses are here by a 64-bit keyed digest. Two pairs of addresses with the same digest, the same ports and the same protocol would share a
 * path, which harms neither; the chance that any two of a million flows do is below 2^-24.
 */
public final class FlowKey {
    /** Transport word of fragments. Above the 40 bits that protocol and ports fill, so that no two kinds of key share a word. */
    public static final long ADDRESSES_ONLY = 1L << 40;

    /** Set in the transport word of IPv6 flows. */
    public static final long IPV6 = 1L << 41;

    /** The bits of the transport word that are key; entries of the flow table hold other things above. */
    static final long TRANSPORT_MASK = (1L << 42) - 1;

    private FlowKey() {}

    /** First word of an IPv4 flow. */
    public static long ipv4(int source, int destination) {
        return ((long) source << 32) | (destination & 0xFFFF_FFFFL);
    }

    /** Second word; of the protocol only the low 8 bits count, of a port the low 16. For IPv6, OR with {@link #IPV6}. */
    public static long transport(int protocol, int sourcePort, int destinationPort) {
        return ((long) (protocol & 0xFF) << 32) | ((long) (sourcePort & 0xFFFF) << 16) | (destinationPort & 0xFFFF);
    }

    /** The same, of ports as they stand side by side in a header: the source port in the upper 16 bits. */
    public static long transport(int protocol, int ports) {
        return ((long) (protocol & 0xFF) << 32) | (ports & 0xFFFF_FFFFL);
    }

    /** Whether a transport word is of an IPv6 flow. */
    public static boolean isIpv6(long transport) {
        return (transport & IPV6) != 0;
    }

    /** The protocol in a transport word, 0 to 255. */
    public static int protocol(long transport) {
        return (int) (transport >>> 32) & 0xFF;
    }

    /** The source port in a transport word. */
    public static int sourcePort(long transport) {
        return (int) (transport >>> 16) & 0xFFFF;
    }

    /** The destination port in a transport word. */
    public static int destinationPort(long transport) {
        return (int) transport & 0xFFFF;
    }
}
