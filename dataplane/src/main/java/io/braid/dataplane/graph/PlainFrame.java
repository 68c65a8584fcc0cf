package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/** What plain frames of both families have in common; see {@link PlainIpv4}. MAC addresses are in words here, as {@link #word} makes them. */
final class PlainFrame {
    static final int UDP_HEADER = 8;

    private static final int TCP_HEADER = 20;
    private static final long MAC_MASK = 0xffff_ffff_ffffL;
    /** The group bit of the source address, in the frame's first word. */
    private static final long GROUP_SOURCE = 1L << 48;

    private PlainFrame() {}

    /** A MAC address as it lies in the low 48 bits of a word in memory, first byte lowest. */
    static long word(long mac) {
        return Long.reverseBytes(mac << 16);
    }

    /**
     * Whether the frame is for an address, and from another one that may be a station's.
     *
     * @param own the address as {@link #word}
     */
    static boolean isFor(long data, long own) {
        long first = Memory.getLong(data);
        long source = (first >>> 48) | (Memory.getLong(data + 8) & 0xffff_ffffL) << 16;
        return (first & MAC_MASK) == own && (first & GROUP_SOURCE) == 0 && source != own;
    }

    static boolean isTcpOrUdp(int protocol) {
        return protocol == Ip.UDP || protocol == Ip.TCP;
    }

    /** Bytes of a layer-4 header that must be there. */
    static int header(int protocol) {
        return protocol == Ip.TCP ? TCP_HEADER : UDP_HEADER;
    }

    /** Gives a packet the addresses it leaves with, to {@code destination}; returns its verdict. */
    static int send(long packet, long data, Hop hop, long destination) {
        Packet.clearOffloads(packet);
        long source = word(hop.sourceMac());
        Memory.putLong(data, word(destination) | source << 48);
        Memory.putInt(data + 8, (int) (source >>> 16));
        return Verdict.send(hop.port());
    }

    /** Cuts off Ethernet padding of a packet in one segment. */
    static void trim(long packet, int bytes) {
        if (bytes < Packet.dataLength(packet)) {
            Packet.setLength(packet, bytes);
        }
    }
}
