package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketOffloads;

/**
 * Notes what a task left to be done on its packets, checksums and segments, and ends those on which it cannot be done.
 *
 * <p>The task's word reaches this far unchecked (virtio-net header, VIRTIO 1.1 section 5.1.6.2): a segment size of 1 would make 65,000 packets of one. Only what Linux and
 * DPDK guests send is taken: TCP and UDP checksums, TCP segments. Fills {@link Burst#segmentSize} for packets with {@link Burst#SEGMENTS}.
 */
final class UnfinishedNode {
    /** Most segments that a packet is cut into: 65,535 bytes at the smallest MSS that is told apart from an attack, 536 (RFC 9293 section 3.7.1). */
    static final int MAX_SEGMENTS = 128;

    private static final int TCP_DATA_OFFSET = 12;
    private static final int TCP_FLAGS = 13;
    private static final int TCP_HEADER = 20;
    private static final int UDP_LENGTH = 4;
    /** SYN, RST and URG, which mean something at one place in the stream, and there is no telling which segment's. */
    private static final int INDIVISIBLE = 0x02 | 0x04 | 0x20;

    private UnfinishedNode() {}

    static void run(Burst burst) {
        for (int i = 0; i < burst.count(); i++) {
            if (burst.verdict[i] == Verdict.OPEN && !note(burst, i)) {
                burst.drop(i, Reason.BAD_OFFLOAD);
            }
        }
    }

    /** Whether packet {@code i} is finished or can be. */
    private static boolean note(Burst burst, int i) {
        long packet = burst.packet(i);
        int size = PacketOffloads.segmentSize(packet);
        if (size == 0 && !PacketOffloads.hasPartialChecksum(packet)) {
            return true;
        }
        int type = burst.etherType[i];
        boolean ip = type == Burst.ETHERTYPE_IPV4 || type == Burst.ETHERTYPE_IPV6;
        if (!ip || burst.has(i, Burst.FRAGMENT)) {
            return false;
        }
        int payload = burst.ipLength[i] - (burst.l4[i] - burst.l3[i]);
        if (burst.protocol[i] == Ip.UDP) {
            burst.flags[i] |= Burst.PARTIAL_CHECKSUM;
            return size == 0 && Memory.getShortBe(burst.l4Address(i) + UDP_LENGTH) == payload;
        }
        if (burst.protocol[i] != Ip.TCP) {
            return false;
        }
        burst.flags[i] |= Burst.PARTIAL_CHECKSUM;
        return size == 0 || segments(burst, i, packet, payload, size);
    }

    private static boolean segments(Burst burst, int i, long packet, int payload, int size) {
        long tcp = burst.l4Address(i);
        int header = tcpHeader(tcp);
        if (header < TCP_HEADER || header > payload || burst.l4[i] + header > Packet.dataLength(packet)) {
            return false;
        }
        int data = payload - header;
        if (data <= size) {
            return true; // one segment: it lacks no more than its checksum
        }
        burst.flags[i] |= Burst.SEGMENTS;
        burst.segmentSize[i] = size;
        return (long) size * MAX_SEGMENTS >= data && (Memory.getByte(tcp + TCP_FLAGS) & INDIVISIBLE) == 0;
    }

    /** Bytes of the TCP header by its data offset, 0 to 60. */
    static int tcpHeader(long tcp) {
        return (Memory.getByte(tcp + TCP_DATA_OFFSET) >>> 4) * 4;
    }
}
