package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Offload;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketOffloads;

/**
 * Has the work done that a task left on a packet ({@link UnfinishedNode}): by the device it leaves by where that can, else here.
 *
 * <p>The packet has its final headers already, without VLAN tags.
 */
final class Finisher {
    private static final int TCP_CHECKSUM = 16;
    private static final int UDP_CHECKSUM = 6;

    private Finisher() {}

    /**
     * Finishes packet {@code i}, or leaves it to the device.
     *
     * @param fragment whether it is to be sent in fragments
     * @return the verdict for it
     */
    static int run(Burst burst, int i, Hop hop, boolean fragment) {
        if (burst.has(i, Burst.SEGMENTS)) {
            if ((hop.offloads() & (burst.isIpv4(i) ? Offload.TSO4 : Offload.TSO6)) == 0) {
                return Verdict.SEGMENT;
            }
            requestSegments(burst, i);
        } else if (fragment || (hop.offloads() & Offload.CHECKSUM) == 0) {
            putChecksum(burst, i);
        } else {
            requestChecksum(burst, i);
        }
        return fragment ? Verdict.FRAGMENT : Verdict.send(hop.port());
    }

    private static void requestSegments(Burst burst, int i) {
        long tcp = burst.l4Address(i);
        Memory.putShort(tcp + TCP_CHECKSUM, Checksum.fold(pseudoHeader(burst, i, 0)));
        PacketOffloads.requestSegments(
                burst.packet(i),
                burst.isIpv4(i),
                burst.l3[i],
                burst.l4[i] - burst.l3[i],
                UnfinishedNode.tcpHeader(tcp),
                burst.segmentSize[i]);
    }

    private static void requestChecksum(Burst burst, int i) {
        boolean tcp = burst.protocol[i] == Ip.TCP;
        int length = burst.ipLength[i] - (burst.l4[i] - burst.l3[i]);
        Memory.putShort(checksumField(burst, i), Checksum.fold(pseudoHeader(burst, i, length)));
        PacketOffloads.requestChecksum(burst.packet(i), burst.isIpv4(i), tcp, burst.l3[i], burst.l4[i] - burst.l3[i]);
    }

    private static void putChecksum(Burst burst, int i) {
        int length = burst.ipLength[i] - (burst.l4[i] - burst.l3[i]);
        long field = checksumField(burst, i);
        Memory.putShort(field, 0);
        long sum = pseudoHeader(burst, i, length);
        int checksum = ~Checksum.fold(addChain(sum, burst.packet(i), burst.l4[i], length)) & 0xffff;
        // RFC 768, RFC 8200 section 8.1: 0 says that there is none.
        Memory.putShort(field, checksum == 0 && burst.protocol[i] == Ip.UDP ? 0xffff : checksum);
    }

    private static long checksumField(Burst burst, int i) {
        return burst.l4Address(i) + (burst.protocol[i] == Ip.TCP ? TCP_CHECKSUM : UDP_CHECKSUM);
    }

    private static long pseudoHeader(Burst burst, int i, int length) {
        long ip = burst.l3Address(i);
        return burst.isIpv4(i)
                ? Checksum.pseudoHeader4(ip, burst.protocol[i], length)
                : Checksum.pseudoHeader6(ip, burst.protocol[i], length);
    }

    /** Adds {@code length} bytes from {@code offset} on, over all segments of the packet. */
    private static long addChain(long sum, long packet, int offset, int length) {
        long total = sum;
        long segment = packet;
        int skip = offset;
        int done = 0;
        while (done < length && segment != 0) {
            int present = Packet.dataLength(segment);
            if (skip >= present) {
                skip -= present;
            } else {
                int n = Math.min(present - skip, length - done);
                int part = Checksum.fold(Checksum.add(0, Packet.data(segment) + skip, n));
                // At an odd place each byte counts as the other half of its word.
                total += (done & 1) == 0 ? part : (part & 0xff) << 8 | part >>> 8;
                done += n;
                skip = 0;
            }
            segment = Packet.next(segment);
        }
        return total;
    }
}
