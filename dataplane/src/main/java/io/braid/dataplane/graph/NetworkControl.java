package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * Tells the frames that keep a link in use (ARP, neighbor discovery, LLDP and LACP, and what carries the class selectors CS6 and CS7 of routing protocols, RFC 4594
 * section 3.1) from all else that a host sends. Asked of the host's own frames only: a task that marks its packets so gains nothing.
 */
final class NetworkControl {
    private static final int CS6 = 48;
    private static final int DSCP_SHIFT = 2;
    private static final int IPV6_HEADER = 40;
    private static final int IPV6_NEXT_HEADER = 6;
    private static final int ROUTER_SOLICITATION = 133;
    private static final int REDIRECT = 137;

    private NetworkControl() {}

    /** Whether the packet is one; one that is too short to tell is not. */
    static boolean is(long packet) {
        int present = Packet.dataLength(packet);
        if (present < Ethernet.HEADER + 2) {
            return false;
        }
        long data = Packet.data(packet);
        long header = data + Ethernet.HEADER;
        return switch (Memory.getShortBe(data + Ethernet.TYPE_OFFSET)) {
            case Burst.ETHERTYPE_IPV4 -> isControl(Memory.getByte(header + 1) & 0xff);
            case Burst.ETHERTYPE_IPV6 ->
                isControl(Memory.getShortBe(header) >> 4 & 0xff) || isDiscovery(header, present - Ethernet.HEADER);
            default -> true;
        };
    }

    private static boolean isControl(int trafficClass) {
        return trafficClass >> DSCP_SHIFT >= CS6;
    }

    private static boolean isDiscovery(long header, int present) {
        if (present <= IPV6_HEADER || (Memory.getByte(header + IPV6_NEXT_HEADER) & 0xff) != Ip.ICMPV6) {
            return false;
        }
        int type = Memory.getByte(header + IPV6_HEADER) & 0xff;
        return type >= ROUTER_SOLICITATION && type <= REDIRECT;
    }
}
