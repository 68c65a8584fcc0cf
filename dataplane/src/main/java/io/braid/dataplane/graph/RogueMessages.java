package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * Knows the messages by which a station makes itself another one's router or DHCP server. No task may send them, and none is to be sent them.
 *
 * <p>Rules: RFC 6105 and RFC 7113 (router advertisements, also behind extension headers and in fragments), RFC 6980 (fragmented neighbor discovery), RFC 7112
 * (headers that a first fragment lacks), RFC 7610 and RFC 2131 (DHCP servers' answers). Only the first fragment of a datagram is looked at: without it the others are worth nothing.
 */
final class RogueMessages {
    static final int DHCP_SERVER = 67;
    static final int DHCP_CLIENT = 68;
    static final int DHCPV6_CLIENT = 546;
    static final int DHCPV6_SERVER = 547;
    /** Of UDP, and of ICMP as far as it is read. */
    private static final int HEADER = 8;

    private static final int TCP_HEADER = 20;
    private static final int SCTP_HEADER = 12;

    private RogueMessages() {}

    /** The verdict on an IPv4 packet: {@link Verdict#OPEN} or a drop. */
    static int check4(Burst burst, int i) {
        int protocol = burst.protocol[i];
        if ((protocol != Ip.UDP && protocol != Ip.ICMP) || burst.has(i, Burst.LATER_FRAGMENT)) {
            return Verdict.OPEN;
        }
        // Of a fragment the parser does not look for it; eight bytes it has, since more follow.
        if (!present(burst, i)) {
            return ParseNode.tooShort(burst.packet(i), burst.l4[i] + HEADER);
        }
        long l4 = burst.l4Address(i);
        if (protocol == Ip.UDP) {
            return ports(l4, DHCP_SERVER, DHCP_CLIENT);
        }
        int type = Memory.getByte(l4);
        return type == Icmp.V4_REDIRECT || type == Icmp.V4_ROUTER_ADVERTISEMENT
                ? Verdict.drop(Reason.ROUTER_MESSAGE)
                : Verdict.OPEN;
    }

    /** The same for an IPv6 packet that {@link NeighborDiscoveryNode} does not handle. */
    static int check6(Burst burst, int i) {
        if (burst.has(i, Burst.LATER_FRAGMENT)) {
            return Verdict.OPEN;
        }
        int protocol = burst.protocol[i];
        if (burst.has(i, Burst.FRAGMENT)) {
            // RFC 7113 section 3: what a first fragment is must be seen in it.
            if (burst.l4[i] + header(protocol) > burst.l3[i] + burst.ipLength[i]) {
                return Verdict.drop(Reason.INCOMPLETE_HEADER_CHAIN);
            }
        }
        if (protocol != Ip.UDP && protocol != Ip.ICMPV6) {
            return Verdict.OPEN;
        }
        if (!present(burst, i)) {
            return ParseNode.tooShort(burst.packet(i), burst.l4[i] + HEADER);
        }
        long l4 = burst.l4Address(i);
        if (protocol == Ip.UDP) {
            return ports(l4, DHCPV6_SERVER, DHCPV6_CLIENT);
        }
        return burst.has(i, Burst.FRAGMENT_HEADER) && Icmp.isNeighborDiscovery(Memory.getByte(l4))
                ? Verdict.drop(Reason.FRAGMENTED_NEIGHBOR_MESSAGE)
                : Verdict.OPEN;
    }

    /** To a client from whomever, since clients do not ask from which port an answer comes; and from a server, which may answer through a relay. */
    private static int ports(long udp, int server, int client) {
        return Memory.getShortBe(udp) == server || Memory.getShortBe(udp + 2) == client
                ? Verdict.drop(Reason.DHCP_ANSWER)
                : Verdict.OPEN;
    }

    private static boolean present(Burst burst, int i) {
        return burst.l4[i] + HEADER <= Packet.dataLength(burst.packet(i));
    }

    private static int header(int protocol) {
        return switch (protocol) {
            case Ip.TCP -> TCP_HEADER;
            case Ip.SCTP -> SCTP_HEADER;
            case Ip.UDP, Ip.ICMPV6 -> HEADER;
            default -> 0;
        };
    }
}
