package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowKey;

/**
 * The flow hash of a packet that is about to leave, read from its headers alone. Its first segment has the whole layer-3 header, as the parser has seen to.
 *
 * <p>TCP, UDP and SCTP behind the IP header: addresses, protocol and ports. All else, fragments too: addresses, so that what belongs together has one hash. What is no IP has hash 0.
 * Unlike {@link FlowReader} it looks behind no IPv6 extension headers: what follows them counts as of no protocol.
 */
public final class PacketHash {
    private static final int TYPE = 12;
    private static final int ETHERNET = 14;
    private static final int PORTS = 4;

    private final FlowHash hash;

    /** @param hash of the host */
    public PacketHash(FlowHash hash) {
        this.hash = hash;
    }

    /** The hash of the packet whose buffer is at {@code packet}. */
    public long of(long packet) {
        long data = Packet.data(packet);
        int length = Packet.dataLength(packet) - ETHERNET;
        int type = length < Ip.V4_HEADER ? 0 : Memory.getShortBe(data + TYPE);
        if (type == Burst.ETHERTYPE_IPV4) {
            return ipv4(data + ETHERNET, length);
        }
        return type == Burst.ETHERTYPE_IPV6 && length >= Ip.V6_HEADER ? ipv6(data + ETHERNET, length) : 0;
    }

    private long ipv4(long ip, int length) {
        int header = (Memory.getByte(ip) & 0xf) * 4;
        boolean fragment = (Memory.getShortBe(ip + Ip.V4_FRAGMENT) & (Ip.V4_MORE_FRAGMENTS | Ip.V4_OFFSET_MASK)) != 0;
        int protocol = Memory.getByte(ip + Ip.V4_PROTOCOL);
        long transport = fragment ? FlowKey.ADDRESSES_ONLY : transport(protocol, ip + header, length - header);
        return hash.ofKey(
                FlowKey.ipv4(Memory.getIntBe(ip + Ip.V4_SOURCE), Memory.getIntBe(ip + Ip.V4_DESTINATION)), transport);
    }

    private long ipv6(long ip, int length) {
        int protocol = Memory.getByte(ip + Ip.V6_NEXT_HEADER);
        long transport = transport(protocol, ip + Ip.V6_HEADER, length - Ip.V6_HEADER);
        long addresses = hash.ipv6AddressWord(
                Memory.getLongBe(ip + Ip.V6_SOURCE),
                Memory.getLongBe(ip + Ip.V6_SOURCE + 8),
                Memory.getLongBe(ip + Ip.V6_DESTINATION),
                Memory.getLongBe(ip + Ip.V6_DESTINATION + 8));
        return hash.ofKey(addresses, FlowKey.IPV6 | transport);
    }

    private static long transport(int protocol, long l4, int length) {
        return FlowReader.hasPorts(protocol) && length >= PORTS
                ? FlowKey.transport(protocol, Memory.getShortBe(l4), Memory.getShortBe(l4 + 2))
                : FlowKey.ADDRESSES_ONLY;
    }
}
