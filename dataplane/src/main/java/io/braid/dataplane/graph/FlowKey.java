package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.flow.FlowHash;

/**
 * Reads the fields that make a packet part of a flow, and hashes them.
 *
 * <p>TCP, UDP and SCTP: addresses, protocol and ports. ICMP echo: the identifier in place of a port, so that several pings are several flows. Other
 * protocols: addresses and protocol. Fragments, the first one included: addresses only, so that all fragments of a datagram hash alike in any order. The IPv6
 * flow label is never used: it may change within a connection.
 */
final class FlowKey {
    private FlowKey() {}

    static boolean hasPorts(int protocol) {
        return protocol == Ip.TCP || protocol == Ip.UDP || protocol == Ip.SCTP;
    }

    static long hash(Burst burst, int i, FlowHash hash) {
        return burst.isIpv4(i) ? hash4(burst, i, hash) : hash6(burst, i, hash);
    }

    private static long hash4(Burst burst, int i, FlowHash hash) {
        long ip = burst.l3Address(i);
        int source = Memory.getIntBe(ip + Ip.V4_SOURCE);
        int destination = Memory.getIntBe(ip + Ip.V4_DESTINATION);
        if (burst.has(i, Burst.FRAGMENT)) {
            return hash.ipv4Addresses(source, destination);
        }
        if (burst.has(i, Burst.ICMP_ERROR)) {
            return IcmpQuote.hash4(burst, i, hash);
        }
        int protocol = burst.protocol[i];
        long l4 = burst.l4Address(i);
        if (hasPorts(protocol)) {
            return hash.ipv4(source, destination, protocol, Memory.getShortBe(l4), Memory.getShortBe(l4 + 2));
        }
        boolean echo = protocol == Ip.ICMP && Icmp.isEcho(true, Memory.getByte(l4));
        return hash.ipv4(source, destination, protocol, echo ? Memory.getShortBe(l4 + 4) : 0, 0);
    }

    private static long hash6(Burst burst, int i, FlowHash hash) {
        long ip = burst.l3Address(i);
        if (burst.has(i, Burst.FRAGMENT)) {
            return addresses6(ip, hash);
        }
        if (burst.has(i, Burst.ICMP_ERROR)) {
            return IcmpQuote.hash6(burst, i, hash);
        }
        int protocol = burst.protocol[i];
        long l4 = burst.l4Address(i);
        int sourcePort = 0;
        int destinationPort = 0;
        if (hasPorts(protocol)) {
            sourcePort = Memory.getShortBe(l4);
            destinationPort = Memory.getShortBe(l4 + 2);
        } else if (protocol == Ip.ICMPV6 && Icmp.isEcho(false, Memory.getByte(l4))) {
            sourcePort = Memory.getShortBe(l4 + 4);
        }
        return hash.ipv6(
                Memory.getLongBe(ip + Ip.V6_SOURCE),
                Memory.getLongBe(ip + Ip.V6_SOURCE + 8),
                Memory.getLongBe(ip + Ip.V6_DESTINATION),
                Memory.getLongBe(ip + Ip.V6_DESTINATION + 8),
                protocol,
                sourcePort,
                destinationPort);
    }

    static long addresses6(long ip, FlowHash hash) {
        return hash.ipv6Addresses(
                Memory.getLongBe(ip + Ip.V6_SOURCE),
                Memory.getLongBe(ip + Ip.V6_SOURCE + 8),
                Memory.getLongBe(ip + Ip.V6_DESTINATION),
                Memory.getLongBe(ip + Ip.V6_DESTINATION + 8));
    }
}
