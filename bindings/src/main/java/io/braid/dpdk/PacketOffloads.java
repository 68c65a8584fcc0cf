package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;

/**
 * Reads and writes what a packet leaves to be done, by its address; see {@link Packet} for who may.
 *
 * <p>A driver that receives an unfinished packet says so in other flags ({@code RTE_MBUF_F_RX_*}) than those by which one is asked for the work when it is sent
 * ({@code RTE_MBUF_F_TX_*}): whoever forwards it translates. Source: {@code rte_mbuf_core.h}.
 */
public final class PacketOffloads {
    // Bit-fields of tx_offload: l2_len 7, l3_len 9, l4_len 8, tso_segsz 16, lowest first.
    private static final int L3_SHIFT = 7;
    private static final int L4_SHIFT = 16;
    private static final int SEGMENT_SIZE_SHIFT = 24;

    private static final long RX_L4_CHECKSUM = DpdkHeaders.RTE_MBUF_F_RX_L4_CKSUM_MASK();
    private static final long RX_L4_CHECKSUM_NONE = DpdkHeaders.RTE_MBUF_F_RX_L4_CKSUM_NONE();
    private static final long RX_LRO = DpdkHeaders.RTE_MBUF_F_RX_LRO();
    private static final long TX_IPV4 = DpdkHeaders.RTE_MBUF_F_TX_IPV4();
    private static final long TX_IPV6 = DpdkHeaders.RTE_MBUF_F_TX_IPV6();
    private static final long TX_IP_CHECKSUM = DpdkHeaders.RTE_MBUF_F_TX_IP_CKSUM();
    private static final long TX_TCP_CHECKSUM = DpdkHeaders.RTE_MBUF_F_TX_TCP_CKSUM();
    private static final long TX_UDP_CHECKSUM = DpdkHeaders.RTE_MBUF_F_TX_UDP_CKSUM();
    private static final long TX_TCP_SEGMENTS = DpdkHeaders.RTE_MBUF_F_TX_TCP_SEG();
    private static final long TX_REQUESTS = TX_TCP_CHECKSUM | TX_UDP_CHECKSUM | TX_TCP_SEGMENTS | TX_IP_CHECKSUM;

    private PacketOffloads() {}

    /** Whether the layer-4 checksum is not done: its field holds the pseudo-header's sum ({@code RTE_MBUF_F_RX_L4_CKSUM_NONE}). */
    public static boolean hasPartialChecksum(long mbuf) {
        return (Packet.flags(mbuf) & RX_L4_CHECKSUM) == RX_L4_CHECKSUM_NONE;
    }

    /** The payload bytes of each segment that the packet is to be cut into, 1 to 65535; 0 when it is a segment itself. */
    public static int segmentSize(long mbuf) {
        return (Packet.flags(mbuf) & RX_LRO) == 0
                ? 0
                : (int) (Memory.getLong(mbuf + Packet.TX_OFFLOAD) >>> SEGMENT_SIZE_SHIFT) & 0xffff;
    }

    /** Whether {@link #hasPartialChecksum} or {@link #segmentSize} may have something to say. */
    public static boolean isUnfinished(long mbuf) {
        long flags = Packet.flags(mbuf);
        return (flags & RX_LRO) != 0 || (flags & RX_L4_CHECKSUM) == RX_L4_CHECKSUM_NONE;
    }

    /** Whether {@link #requestChecksum} or {@link #requestSegments} left work to the transmitting driver. */
    public static boolean hasRequests(long mbuf) {
        return (Packet.flags(mbuf) & TX_REQUESTS) != 0;
    }

    /**
     * Asks the transmitting driver for the layer-4 checksum; for packets without requests. The field must hold the pseudo-header's sum, with the length.
     *
     * @param tcp TCP rather than UDP
     * @param l2 bytes of the Ethernet header, up to 127
     * @param l3 bytes of the IP header with what follows it, up to 511
     */
    public static void requestChecksum(long mbuf, boolean ipv4, boolean tcp, int l2, int l3) {
        Memory.putLong(mbuf + Packet.TX_OFFLOAD, l2 | (long) l3 << L3_SHIFT);
        addFlags(mbuf, (ipv4 ? TX_IPV4 : TX_IPV6) | (tcp ? TX_TCP_CHECKSUM : TX_UDP_CHECKSUM));
    }

    /**
     * Asks the transmitting driver to cut a TCP packet into segments; for packets without requests. The checksum's field must hold the pseudo-header's sum, without the length
     * ({@code RTE_MBUF_F_TX_TCP_SEG}).
     *
     * @param l4 bytes of the TCP header, 20 to 60
     * @param segment payload bytes of a segment, 1 to 65535
     */
    public static void requestSegments(long mbuf, boolean ipv4, int l2, int l3, int l4, int segment) {
        Memory.putLong(
                mbuf + Packet.TX_OFFLOAD,
                l2 | (long) l3 << L3_SHIFT | (long) l4 << L4_SHIFT | (long) segment << SEGMENT_SIZE_SHIFT);
        addFlags(mbuf, (ipv4 ? TX_IPV4 | TX_IP_CHECKSUM : TX_IPV6) | TX_TCP_CHECKSUM | TX_TCP_SEGMENTS);
    }

    private static void addFlags(long mbuf, long flags) {
        Memory.putLong(mbuf + Packet.OL_FLAGS, Packet.flags(mbuf) | flags);
    }

    /** Marks a packet as a driver does that received it unfinished, for tests of what handles such packets. */
    public static void markUnfinished(long mbuf, int segment) {
        Memory.putLong(mbuf + Packet.TX_OFFLOAD, (long) segment << SEGMENT_SIZE_SHIFT);
        addFlags(mbuf, RX_L4_CHECKSUM_NONE | (segment == 0 ? 0 : RX_LRO));
    }

    /** What the packet leaves to the transmitting driver, in words, such as {@code "tcp4 segments of 1448 behind 14+20+32"}; "nothing" if so. For tests and people. */
    public static String describe(long mbuf) {
        long flags = Packet.flags(mbuf);
        if ((flags & TX_REQUESTS) == 0) {
            return "nothing";
        }
        long lengths = Memory.getLong(mbuf + Packet.TX_OFFLOAD);
        String family = (flags & TX_IPV4) != 0 ? "4" : "6";
        long l2 = lengths & 0x7f;
        long l3 = lengths >>> L3_SHIFT & 0x1ff;
        if ((flags & TX_TCP_SEGMENTS) != 0) {
            return "tcp" + family + " segments of " + (lengths >>> SEGMENT_SIZE_SHIFT & 0xffff) + " behind " + l2 + "+"
                    + l3 + "+" + (lengths >>> L4_SHIFT & 0xff);
        }
        boolean udp = (flags & TX_UDP_CHECKSUM) == TX_UDP_CHECKSUM; // both bits; TCP's is one of them
        return (udp ? "udp" : "tcp") + family + " checksum behind " + l2 + "+" + l3;
    }
}
