package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;

/**
 * Recognizes a plain IPv4 frame, reads its fields and rewrites it, a word at a time.
 *
 * <pre>
 *   data + 0   destination MAC (6) | source MAC, first 2
 *          8   source MAC, last 4 | 08 00 | 45 | TOS
 *         16   total length | identification | fragment | TTL | protocol
 *         24   checksum | source address | destination address, first 2
 *         32   destination address, last 2 | source port | destination port | 2 more
 * </pre>
 *
 * <p>Plain is what {@link Ipv4Parser} would let through and {@link ForwardNode} would forward as it is: no VLAN tag, no options, no fragment, TCP or UDP, checksum right, TTL left. Words
 * are as the (little-endian) machine loads them, so the first byte on the wire is the lowest. All methods read or write within {@link #LEAST} bytes; loads of the same word are one load once
 * the compiler has put them into one loop.
 */
final class PlainIpv4 {
    /** Bytes that a frame must have at least to be looked at: up to the end of a UDP header. */
    static final int LEAST = Ethernet.HEADER + Ip.V4_HEADER + PlainFrame.UDP_HEADER;

    private static final int SOURCE = Ethernet.HEADER + Ip.V4_SOURCE;
    private static final int DESTINATION = Ethernet.HEADER + Ip.V4_DESTINATION;
    private static final int PORTS = Ethernet.HEADER + Ip.V4_HEADER;
    private static final int CHECKSUM = Ethernet.HEADER + Ip.V4_CHECKSUM;
    private static final int TTL = Ethernet.HEADER + Ip.V4_TTL;

    /** EtherType, version and header length. */
    private static final int KIND = 0x45_0008;

    private static final int KIND_MASK = 0xff_ffff;
    /** More fragments, and the offset. */
    private static final long FRAGMENT_MASK = 0xff3fL << 32;

    private static final int TTL_SHIFT = 48;
    private static final int PROTOCOL_SHIFT = 56;
    private static final long INT_MASK = 0xffff_ffffL;

    private PlainIpv4() {}

    /** Whether the frame's EtherType is IPv4's, and its header one without options. */
    static boolean is(long data) {
        return ((int) (Memory.getLong(data + 8) >>> 32) & KIND_MASK) == KIND;
    }

    /**
     * Whether a frame for which {@link #is} holds is plain.
     *
     * @param present its bytes, {@link #LEAST} or more
     */
    static boolean accepts(long data, int present) {
        long word = Memory.getLong(data + 16);
        int protocol = (int) (word >>> PROTOCOL_SHIFT);
        int least = Ip.V4_HEADER + PlainFrame.header(protocol);
        int length = length(data);
        return PlainFrame.isTcpOrUdp(protocol)
                && (word & FRAGMENT_MASK) == 0
                && ((word >>> TTL_SHIFT) & 0xff) > 1
                && length >= least
                && Ethernet.HEADER + length <= present
                && checksumIsRight(data);
    }

    private static boolean checksumIsRight(long data) {
        long second = Memory.getLong(data + 16);
        long third = Memory.getLong(data + 24);
        long sum = (Memory.getLong(data + 8) >>> 48)
                + (second & INT_MASK)
                + (second >>> 32)
                + (third & INT_MASK)
                + (third >>> 32)
                + (Memory.getLong(data + 32) & 0xffff);
        sum = (sum & INT_MASK) + (sum >>> 32);
        sum = (sum & 0xffff) + (sum >>> 16);
        // Once more would only turn 0x10000, which is wrong, into another wrong sum.
        sum = (sum & 0xffff) + (sum >>> 16);
        return sum == 0xffff;
    }

    /** Bytes from the IP header to the end by its length field. */
    static int length(long data) {
        return Memory.getShortBe(data + Ethernet.HEADER + Ip.V4_TOTAL_LENGTH);
    }

    static int source(long data) {
        return Memory.getIntBe(data + SOURCE);
    }

    static int destination(long data) {
        return Memory.getIntBe(data + DESTINATION);
    }

    /** Source and destination port, the former in the upper 16 bits. */
    static int ports(long data) {
        return Memory.getIntBe(data + PORTS);
    }

    static int protocol(long data) {
        return Memory.getByte(data + Ethernet.HEADER + Ip.V4_PROTOCOL);
    }

    /** Address of the TCP header. */
    static long layer4(long data) {
        return data + PORTS;
    }

    /** An address that needs a closer look when a packet comes from it: 0/8, 127/8, 169.254/16, 224/4 and 240/4. */
    static boolean isOdd(int address) {
        int first = address >>> 24;
        return first == 0 || first == 127 || first >= 224 || address >>> 16 == 0xa9fe;
    }

    /** Whether a UDP packet's ports are such as {@link RogueMessages} looks at. */
    static boolean isRogue(int protocol, int ports) {
        return protocol == Ip.UDP
                && (ports >>> 16 == RogueMessages.DHCP_SERVER || (ports & 0xffff) == RogueMessages.DHCP_CLIENT);
    }

    /** Counts the TTL down, and brings the header's checksum up to date (RFC 1624 equation 3). */
    static void age(long data) {
        Memory.putByte(data + TTL, Memory.getByte(data + TTL) - 1);
        // The TTL is the first byte of its word, so the word is 0x0100 less: in machine order 0x0001.
        int sum = (~Memory.getShort(data + CHECKSUM) & 0xffff) + 0xfffe;
        Memory.putShort(data + CHECKSUM, ~((sum & 0xffff) + (sum >>> 16)));
    }
}
