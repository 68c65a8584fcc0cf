package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.AddressTable;
import io.braid.flow.FlowHash;

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
     * The hash of the flow that an outgoing ICMPv4 error quotes, seen from the task: what the task's own packets of that flow hash to. Quotes too short for
     * ports hash on addresses.
     */
    static long hash4(Burst burst, int i, FlowHash hash) {
        int quoted = quoted(burst, i);
        if (quoted < Ip.V4_HEADER) {
            long ip = burst.l3Address(i);
            return hash.ipv4Addresses(Memory.getIntBe(ip + Ip.V4_SOURCE), Memory.getIntBe(ip + Ip.V4_DESTINATION));
        }
        long quote = burst.l4Address(i) + Icmp.HEADER;
        int source = Memory.getIntBe(quote + Ip.V4_DESTINATION);
        int destination = Memory.getIntBe(quote + Ip.V4_SOURCE);
        int header = (Memory.getByte(quote) & 0xf) * 4;
        int protocol = Memory.getByte(quote + Ip.V4_PROTOCOL);
        boolean fragment =
                (Memory.getShortBe(quote + Ip.V4_FRAGMENT) & (Ip.V4_MORE_FRAGMENTS | Ip.V4_OFFSET_MASK)) != 0;
        if (fragment || header < Ip.V4_HEADER || quoted < header + PORTS) {
            return hash.ipv4Addresses(source, destination);
        }
        if (!FlowKey.hasPorts(protocol)) {
            boolean echo = protocol == Ip.ICMP
                    && quoted >= header + Icmp.HEADER
                    && Icmp.isEcho(true, Memory.getByte(quote + header));
            int identifier = echo ? Memory.getShortBe(quote + header + PORTS) : 0;
            return hash.ipv4(source, destination, protocol, identifier, 0);
        }
        return hash.ipv4(
                source,
                destination,
                protocol,
                Memory.getShortBe(quote + header + 2),
                Memory.getShortBe(quote + header));
    }

    /** The same for ICMPv6; a quote with extension headers hashes on addresses, like the fragments it most often is. */
    static long hash6(Burst burst, int i, FlowHash hash) {
        int quoted = quoted(burst, i);
        if (quoted < Ip.V6_HEADER) {
            return FlowKey.addresses6(burst.l3Address(i), hash);
        }
        long quote = burst.l4Address(i) + Icmp.HEADER;
        long sourceHigh = Memory.getLongBe(quote + Ip.V6_DESTINATION);
        long sourceLow = Memory.getLongBe(quote + Ip.V6_DESTINATION + 8);
        long high = Memory.getLongBe(quote + Ip.V6_SOURCE);
        long low = Memory.getLongBe(quote + Ip.V6_SOURCE + 8);
        int protocol = Memory.getByte(quote + Ip.V6_NEXT_HEADER);
        long ports = quote + Ip.V6_HEADER;
        if (quoted < Ip.V6_HEADER + PORTS || Ipv6Parser.isExtension(protocol)) {
            return hash.ipv6Addresses(sourceHigh, sourceLow, high, low);
        }
        if (!FlowKey.hasPorts(protocol)) {
            boolean echo = protocol == Ip.ICMPV6
                    && quoted >= Ip.V6_HEADER + Icmp.HEADER
                    && Icmp.isEcho(false, Memory.getByte(ports));
            int identifier = echo ? Memory.getShortBe(ports + PORTS) : 0;
            return hash.ipv6(sourceHigh, sourceLow, high, low, protocol, identifier, 0);
        }
        return hash.ipv6(
                sourceHigh, sourceLow, high, low, protocol, Memory.getShortBe(ports + 2), Memory.getShortBe(ports));
    }
}
