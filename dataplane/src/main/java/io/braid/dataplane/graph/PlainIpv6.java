package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;

/**
 * Recognizes a plain IPv6 frame and reads its fields; see {@link PlainIpv4}.
 *
 * <pre>
 *   data + 8   source MAC, last 4 | 86 dd | version, traffic class, flow label's first 4 bits
 *         16   flow label | payload length | next header | hop limit | source address ...
 *         38   destination address
 *         54   source port | destination port
 * </pre>
 */
final class PlainIpv6 {
    /** Bytes that a frame must have at least to be looked at: up to the end of a UDP header. */
    static final int LEAST = Ethernet.HEADER + Ip.V6_HEADER + PlainFrame.UDP_HEADER;

    private static final int SOURCE = Ethernet.HEADER + Ip.V6_SOURCE;
    private static final int DESTINATION = Ethernet.HEADER + Ip.V6_DESTINATION;
    private static final int PORTS = Ethernet.HEADER + Ip.V6_HEADER;
    private static final int HOP_LIMIT = Ethernet.HEADER + Ip.V6_HOP_LIMIT;

    /** EtherType and version. */
    private static final int KIND = 0x60_dd86;

    private static final int KIND_MASK = 0xf0_ffff;

    private PlainIpv6() {}

    /** Whether the frame's EtherType is IPv6's, and so is its version. */
    static boolean is(long data) {
        return ((int) (Memory.getLong(data + 8) >>> 32) & KIND_MASK) == KIND;
    }

    /**
     * Whether a frame for which {@link #is} holds is plain: TCP or UDP directly behind the header, hop limit left.
     *
     * @param present its bytes, {@link #LEAST} or more
     */
    static boolean accepts(long data, int present) {
        int protocol = protocol(data);
        int length = length(data);
        return PlainFrame.isTcpOrUdp(protocol)
                && Memory.getByte(data + HOP_LIMIT) > 1
                && length >= Ip.V6_HEADER + PlainFrame.header(protocol)
                && Ethernet.HEADER + length <= present;
    }

    /** Bytes from the IP header to the end by its length field. */
    static int length(long data) {
        return Ip.V6_HEADER + Memory.getShortBe(data + Ethernet.HEADER + Ip.V6_PAYLOAD_LENGTH);
    }

    static long sourceHigh(long data) {
        return Memory.getLongBe(data + SOURCE);
    }

    static long sourceLow(long data) {
        return Memory.getLongBe(data + SOURCE + 8);
    }

    static long destinationHigh(long data) {
        return Memory.getLongBe(data + DESTINATION);
    }

    static long destinationLow(long data) {
        return Memory.getLongBe(data + DESTINATION + 8);
    }

    /** Source and destination port, the former in the upper 16 bits. */
    static int ports(long data) {
        return Memory.getIntBe(data + PORTS);
    }

    static int protocol(long data) {
        return Memory.getByte(data + Ethernet.HEADER + Ip.V6_NEXT_HEADER);
    }

    /** Address of the TCP header. */
    static long layer4(long data) {
        return data + PORTS;
    }

    /** An address that needs a closer look: ::/64 with what is mapped there, link-local and multicast. */
    static boolean isOdd(long high) {
        return high == 0 || Ip.isLinkLocal6(high) || Ip.isMulticast6(high);
    }

    /** Whether a UDP packet's ports are such as {@link RogueMessages} looks at. */
    static boolean isRogue(int protocol, int ports) {
        return protocol == Ip.UDP
                && (ports >>> 16 == RogueMessages.DHCPV6_SERVER || (ports & 0xffff) == RogueMessages.DHCPV6_CLIENT);
    }

    /** Counts the hop limit down. */
    static void age(long data) {
        Memory.putByte(data + HOP_LIMIT, Memory.getByte(data + HOP_LIMIT) - 1);
    }
}
