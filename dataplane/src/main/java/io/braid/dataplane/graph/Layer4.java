package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/** Checks that the part of a layer-4 header that Braid reads is there, and marks ICMP errors. */
final class Layer4 {
    private static final int TCP_HEADER = 20;
    private static final int UDP_HEADER = 8;
    private static final int SCTP_HEADER = 12;
    private static final int ICMP_HEADER = 8;

    private Layer4() {}

    /**
     * Checks packet {@code i}; returns {@link Verdict#OPEN} or the drop.
     *
     * @param end offset behind the packet's last byte by its IP header
     */
    static int check(Burst burst, int i, long packet, int end) {
        int protocol = burst.protocol[i];
        int header = header(protocol);
        int l4 = burst.l4[i];
        if (l4 + header > end) {
            return Verdict.drop(Reason.TRUNCATED);
        }
        if (l4 + header > Packet.dataLength(packet)) {
            return ParseNode.tooShort(packet, l4 + header);
        }
        // Each family has an ICMP of its own: number 58 in IPv4, or 1 in IPv6, is just another protocol.
        if (protocol == (burst.isIpv4(i) ? Ip.ICMP : Ip.ICMPV6)) {
            int type = Memory.getByte(Packet.data(packet) + l4);
            if (burst.isIpv4(i) ? Icmp.isError4(type) : Icmp.isError6(type)) {
                burst.flags[i] |= Burst.ICMP_ERROR;
            }
        }
        return Verdict.OPEN;
    }

    private static int header(int protocol) {
        return switch (protocol) {
            case Ip.TCP -> TCP_HEADER;
            case Ip.UDP -> UDP_HEADER;
            case Ip.SCTP -> SCTP_HEADER;
            case Ip.ICMP, Ip.ICMPV6 -> ICMP_HEADER;
            default -> 0;
        };
    }
}
