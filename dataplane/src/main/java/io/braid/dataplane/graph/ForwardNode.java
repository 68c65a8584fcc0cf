package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * Takes a packet over its hop: counts down TTL or hop limit, holds it against the hop's MTU, and gives it its new Ethernet header.
 *
 * <p>Rules: RFC 1812 section 5.3.1 (TTL), RFC 1624 (checksum update), RFC 791 and RFC 1191 (fragment, or say that it would be needed), RFC 8200 section 5
 * (IPv6 packets are never fragmented on the way).
 */
public final class ForwardNode {
    private final IcmpErrorNode errors;

    public ForwardNode(IcmpErrorNode errors) {
        this.errors = errors;
    }

    public void run(Burst burst, ForwardingTable table) {
        for (int i = 0; i < burst.count(); i++) {
            if (burst.verdict[i] == Verdict.FORWARD) {
                burst.verdict[i] = forward(burst, i, table);
            }
        }
    }

    private int forward(Burst burst, int i, ForwardingTable table) {
        Hop hop = table.hop(burst.hop[i]);
        boolean ipv4 = burst.isIpv4(i);
        if (hop == null || !hop.usable(ipv4)) {
            return Verdict.drop(Reason.PORT_GONE);
        }
        long ip = burst.l3Address(i);
        int ttlOffset = ipv4 ? Ip.V4_TTL : Ip.V6_HOP_LIMIT;
        int ttl = Memory.getByte(ip + ttlOffset);
        if (ttl <= 1) {
            return errors.timeExceeded(burst, i, table, hop);
        }
        boolean tooBig = size(burst, i) > hop.mtu();
        if (tooBig && (!ipv4 || burst.has(i, Burst.DONT_FRAGMENT))) {
            return errors.packetTooBig(burst, i, table, hop);
        }
        Memory.putByte(ip + ttlOffset, ttl - 1);
        if (ipv4) {
            int word = (ttl << 8) | Memory.getByte(ip + Ip.V4_PROTOCOL);
            int checksum = Checksum.update(Memory.getShortBe(ip + Ip.V4_CHECKSUM), word, word - 0x100);
            Memory.putShortBe(ip + Ip.V4_CHECKSUM, checksum);
        }
        long packet = burst.packet(i);
        int tags = burst.l3[i] - Ethernet.HEADER;
        if (tags > 0) {
            Packet.trimHead(packet, tags);
            burst.l3[i] -= tags;
            burst.l4[i] -= tags;
        }
        Packet.clearOffloads(packet);
        Ethernet.putHeader(Packet.data(packet), ipv4 ? hop.mac4() : hop.mac6(), hop.sourceMac(), burst.etherType[i]);
        if (burst.has(i, Burst.PARTIAL_CHECKSUM)) {
            return finish(burst, i, hop, tooBig);
        }
        return tooBig ? Verdict.FRAGMENT : Verdict.send(hop.port());
    }

    /** Bytes of the packet, or of each segment that is to be made of it. */
    private static int size(Burst burst, int i) {
        return burst.has(i, Burst.SEGMENTS) ? headers(burst, i) + burst.segmentSize[i] : burst.ipLength[i];
    }

    private static int headers(Burst burst, int i) {
        return burst.l4[i] - burst.l3[i] + UnfinishedNode.tcpHeader(burst.l4Address(i));
    }

    private static int finish(Burst burst, int i, Hop hop, boolean tooBig) {
        if (tooBig && burst.has(i, Burst.SEGMENTS)) {
            // Its fragments would only be put together again: smaller segments say the same.
            burst.segmentSize[i] = hop.mtu() - headers(burst, i);
            return Finisher.run(burst, i, hop, false);
        }
        return Finisher.run(burst, i, hop, tooBig);
    }
}
