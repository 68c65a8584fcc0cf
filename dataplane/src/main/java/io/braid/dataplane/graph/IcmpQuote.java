package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.AddressTable;
import io.braid.flow.FlowBurst;
import io.braid.flow.FlowKey;

/**
 * Reads the packet that an ICMP error quotes, because that is the flow the error belongs to: it is delivered to the quoted packet's sender and, on its way
 * out, takes the path of the quoted flow.
 *
 * <p>The error's own addresses say nothing about the flow: a router on the path sends it from an address of its own (cilium issue 19720).
 */
final class IcmpQuote {
    private static final int PORTS = 4;

    private IcmpQuote() {}

    /** The endpoint an incoming ICMPv4 error is for: the quoted packet's sender if it is a task here, else {@code addressed}; MISSING for a stub of a quote. */
    static int deliver4(Burst burst, int i, AddressTable addresses, int addressed) {
        if (quoted(burst, i) < Ip.V4_HEADER) {
            return AddressTable.MISSING;
        }
        int quotedSource = Memory.getIntBe(burst.l4Address(i) + Icmp.HEADER + Ip.V4_SOURCE);
        return prefer(addresses.ipv4(quotedSource), addressed);
    }

    /** The same for ICMPv6. */
    static int deliver6(Burst burst, int i, AddressTable addresses, int addressed) {
        if (quoted(burst, i) < Ip.V6_HEADER) {
            return AddressTable.MISSING;
        }
        long quote = burst.l4Address(i) + Icmp.HEADER;
        return prefer(
                addresses.ipv6(Memory.getLongBe(quote + Ip.V6_SOURCE), Memory.getLongBe(quote + Ip.V6_SOURCE + 8)),
                addressed);
    }

    private static int prefer(int quotedSender, int addressed) {
        return quotedSender != AddressTable.MISSING && Endpoint.isTask(quotedSender) ? quotedSender : addressed;
    }

    /** Quoted bytes that can be read: in the first segment and within the packet. */
    private static int quoted(Burst burst, int i) {
        int end = Math.min(Packet.dataLength(burst.packet(i)), burst.l3[i] + burst.ipLength[i]);
        return end - burst.l4[i] - Icmp.HEADER;
    }

    /**
     * The flow that an outgoing ICMPv4 error quotes, seen from the task: the key that the task's own packets of that flow have. Of a quote too short for ports
     * the addresses only.
     */
    static void flow4(Burst burst, int i, FlowBurst flows, int f) {
        int quoted = quoted(burst, i);
        if (quoted < Ip.V4_HEADER) {
            FlowReader.addresses4(burst, i, flows, f);
            return;
        }
        long quote = burst.l4Address(i) + Icmp.HEADER;
        int header = (Memory.getByte(quote) & 0xf) * 4;
        boolean fragment =
                (Memory.getShortBe(quote + Ip.V4_FRAGMENT) & (Ip.V4_MORE_FRAGMENTS | Ip.V4_OFFSET_MASK)) != 0;
        flows.addresses[f] =
                FlowKey.ipv4(Memory.getIntBe(quote + Ip.V4_DESTINATION), Memory.getIntBe(quote + Ip.V4_SOURCE));
        flows.transport[f] = fragment || header < Ip.V4_HEADER || quoted < header + PORTS
                ? FlowKey.ADDRESSES_ONLY
                : transport(quote + header, quoted - header, Memory.getByte(quote + Ip.V4_PROTOCOL), Ip.ICMP);
    }

    /** The same for ICMPv6; of a quote with extension headers the addresses only, like the fragments it most often is. */
    static void flow6(Burst burst, int i, FlowBurst flows, int f) {
        int quoted = quoted(burst, i);
        if (quoted < Ip.V6_HEADER) {
            FlowReader.addresses6(burst, i, flows, f);
            return;
        }
        long quote = burst.l4Address(i) + Icmp.HEADER;
        flows.sourceHigh[f] = Memory.getLongBe(quote + Ip.V6_DESTINATION);
        flows.sourceLow[f] = Memory.getLongBe(quote + Ip.V6_DESTINATION + 8);
        flows.destinationHigh[f] = Memory.getLongBe(quote + Ip.V6_SOURCE);
        flows.destinationLow[f] = Memory.getLongBe(quote + Ip.V6_SOURCE + 8);
        int protocol = Memory.getByte(quote + Ip.V6_NEXT_HEADER);
        boolean addressesOnly = quoted < Ip.V6_HEADER + PORTS || Ipv6Parser.isExtension(protocol);
        flows.transport[f] = FlowKey.IPV6
                | (addressesOnly
                        ? FlowKey.ADDRESSES_ONLY
                        : transport(quote + Ip.V6_HEADER, quoted - Ip.V6_HEADER, protocol, Ip.ICMPV6));
    }

    /** The quoted packet's transport word with its ports swapped. */
    private static long transport(long l4, int readable, int protocol, int icmp) {
        if (FlowReader.hasPorts(protocol)) {
            return FlowKey.transport(protocol, Memory.getShortBe(l4 + 2), Memory.getShortBe(l4));
        }
        boolean echo = protocol == icmp && readable >= Icmp.HEADER && Icmp.isEcho(icmp == Ip.ICMP, Memory.getByte(l4));
        return FlowKey.transport(protocol, echo ? Memory.getShortBe(l4 + PORTS) : 0, 0);
    }
}
