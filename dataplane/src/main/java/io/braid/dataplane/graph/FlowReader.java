package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.FlowBurst;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowKey;

/**
 * Reads the fields that make a packet part of a flow into the columns of a {@link FlowBurst}.
 *
 * <p>TCP, UDP and SCTP: addresses, protocol and ports. ICMP echo: the identifier in place of a port, so that several pings are several flows. Other
 * protocols: addresses and protocol. Fragments, the first one included: addresses only, so that all fragments of a datagram have one key in any order. ICMP
 * errors: the flow they quote ({@link IcmpQuote}). The IPv6 flow label is never used: it may change within a connection.
 */
final class FlowReader {
    private static final int TCP_FLAGS = 13;

    private final FlowHash hash;

    /** @param hash the host's flow hash; all workers share one seed, so that they agree */
    FlowReader(FlowHash hash) {
        this.hash = hash;
    }

    static boolean hasPorts(int protocol) {
        return protocol == Ip.TCP || protocol == Ip.UDP || protocol == Ip.SCTP;
    }

    /** Adds packet {@code i} to the flows; returns its index there. */
    int read(Burst burst, int i, RoutedFlows routed) {
        int f = routed.add(i);
        FlowBurst flows = routed.flows;
        flows.bytes[f] = Packet.length(burst.packet(i));
        flows.tcpFlags[f] = 0;
        if (burst.isIpv4(i)) {
            ipv4(burst, i, flows, f);
        } else {
            ipv6(burst, i, flows, f);
        }
        flows.hash[f] = hash.ofKey(flows.addresses[f], flows.transport[f]);
        return f;
    }

    private static void ipv4(Burst burst, int i, FlowBurst flows, int f) {
        if (burst.has(i, Burst.FRAGMENT)) {
            addresses4(burst, i, flows, f);
        } else if (burst.has(i, Burst.ICMP_ERROR)) {
            IcmpQuote.flow4(burst, i, flows, f);
        } else {
            addresses4(burst, i, flows, f);
            flows.transport[f] = transport(burst, i, flows, f);
        }
    }

    private void ipv6(Burst burst, int i, FlowBurst flows, int f) {
        if (burst.has(i, Burst.FRAGMENT)) {
            addresses6(burst, i, flows, f);
        } else if (burst.has(i, Burst.ICMP_ERROR)) {
            IcmpQuote.flow6(burst, i, flows, f);
        } else {
            addresses6(burst, i, flows, f);
            flows.transport[f] = FlowKey.IPV6 | transport(burst, i, flows, f);
        }
        flows.addresses[f] = hash.ipv6AddressWord(
                flows.sourceHigh[f], flows.sourceLow[f], flows.destinationHigh[f], flows.destinationLow[f]);
    }

    private static long transport(Burst burst, int i, FlowBurst flows, int f) {
        int protocol = burst.protocol[i];
        long l4 = burst.l4Address(i);
        if (hasPorts(protocol)) {
            if (protocol == Ip.TCP) {
                flows.tcpFlags[f] = Memory.getByte(l4 + TCP_FLAGS);
            }
            return FlowKey.transport(protocol, Memory.getShortBe(l4), Memory.getShortBe(l4 + 2));
        }
        boolean echo =
                (protocol == Ip.ICMP || protocol == Ip.ICMPV6) && Icmp.isEcho(burst.isIpv4(i), Memory.getByte(l4));
        return FlowKey.transport(protocol, echo ? Memory.getShortBe(l4 + 4) : 0, 0);
    }

    /** The flow of all packets between the packet's two addresses. */
    static void addresses4(Burst burst, int i, FlowBurst flows, int f) {
        long ip = burst.l3Address(i);
        flows.addresses[f] = FlowKey.ipv4(Memory.getIntBe(ip + Ip.V4_SOURCE), Memory.getIntBe(ip + Ip.V4_DESTINATION));
        flows.transport[f] = FlowKey.ADDRESSES_ONLY;
    }

    /** The same for IPv6; {@link #read} makes the key word of the addresses. */
    static void addresses6(Burst burst, int i, FlowBurst flows, int f) {
        long ip = burst.l3Address(i);
        flows.sourceHigh[f] = Memory.getLongBe(ip + Ip.V6_SOURCE);
        flows.sourceLow[f] = Memory.getLongBe(ip + Ip.V6_SOURCE + 8);
        flows.destinationHigh[f] = Memory.getLongBe(ip + Ip.V6_DESTINATION);
        flows.destinationLow[f] = Memory.getLongBe(ip + Ip.V6_DESTINATION + 8);
        flows.transport[f] = FlowKey.IPV6 | FlowKey.ADDRESSES_ONLY;
    }
}
