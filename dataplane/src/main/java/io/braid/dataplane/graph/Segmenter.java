package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * Cuts a large TCP packet of a task into the segments that a NIC with TSO would have sent, first to last.
 *
 * <p>Each gets the packet's headers with its own length, sequence number and checksums; in IPv4 its own identification, one up from the one before. FIN and PSH belong to the
 * last segment, CWR to the first (RFC 3168 section 6.1.2). DPDK's rte_gso_segment does not cut IPv6, and leaves the checksums to be done.
 */
final class Segmenter implements AutoCloseable {
    private static final int TCP_SEQUENCE = 4;
    private static final int TCP_FLAGS = 13;
    private static final int TCP_CHECKSUM = 16;
    private static final int FIN_PSH = 0x01 | 0x08;
    private static final int CWR = 0x80;

    private final PacketPool pool;
    private final int room;
    private final Counters counters;
    private final Arena arena = Arena.ofShared();
    private final long segments =
            arena.allocate(ValueLayout.JAVA_LONG, UnfinishedNode.MAX_SEGMENTS).address();
    private int made;
    private int given;

    /**
     * Makes a segmenter.
     *
     * @param pool where segments' buffers come from
     * @param counters this worker's counters
     */
    Segmenter(PacketPool pool, Counters counters) {
        this.pool = pool;
        this.room = pool.dataRoom() - Packet.HEADROOM;
        this.counters = counters;
    }

    /** Gives the segments of packet {@code i} to {@code sink} and returns the verdict for the packet itself, which is always an end. */
    int run(Burst burst, int i, Hop hop, PacketSink sink) {
        long packet = burst.packet(i);
        int l4 = burst.l4[i];
        int headers = l4 + UnfinishedNode.tcpHeader(burst.l4Address(i));
        int payload = burst.l3[i] + burst.ipLength[i] - headers;
        int size = Math.min(burst.segmentSize[i], room - headers);
        int count = (payload + size - 1) / size;
        if (count > UnfinishedNode.MAX_SEGMENTS || !pool.allocate(segments, count)) {
            return Verdict.drop(Reason.NO_BUFFER);
        }
        given = 0;
        made = count;
        for (int n = 0; n < count; n++) {
            int done = n * size;
            int part = Math.min(payload - done, size);
            long segment = Memory.getLong(segments + (long) n * Long.BYTES);
            long start = Packet.data(segment);
            Memory.copy(Packet.data(packet), start, headers);
            Fragmenter.copyFrom(packet, headers + done, start + headers, part);
            finishIp(burst, i, start + burst.l3[i], headers + part - burst.l3[i], n);
            finishTcp(burst, i, start, headers + part - l4, done, n == 0, n == count - 1);
            Packet.setLength(segment, headers + part);
            given = n + 1;
            counters.add(burst.port(), Counters.GENERATED, 1);
            sink.send(hop.port(), segment);
        }
        made = 0;
        return Verdict.drop(Reason.SEGMENTED);
    }

    /** After a defect half-way: gives back the segments that nobody has taken over. */
    void abandon(ReleaseList release) {
        for (int n = given; n < made; n++) {
            release.add(Memory.getLong(segments + (long) n * Long.BYTES));
        }
        made = 0;
    }

    private static void finishIp(Burst burst, int i, long ip, int length, int n) {
        if (!burst.isIpv4(i)) {
            Memory.putShortBe(ip + Ip.V6_PAYLOAD_LENGTH, length - Ip.V6_HEADER);
            return;
        }
        Memory.putShortBe(ip + Ip.V4_TOTAL_LENGTH, length);
        Memory.putShortBe(ip + Ip.V4_ID, Memory.getShortBe(ip + Ip.V4_ID) + n);
        Memory.putShort(ip + Ip.V4_CHECKSUM, 0);
        Memory.putShort(ip + Ip.V4_CHECKSUM, Checksum.of(ip, burst.l4[i] - burst.l3[i]));
    }

    private static void finishTcp(Burst burst, int i, long start, int length, int done, boolean first, boolean last) {
        long ip = start + burst.l3[i];
        long tcp = start + burst.l4[i];
        Memory.putIntBe(tcp + TCP_SEQUENCE, Memory.getIntBe(tcp + TCP_SEQUENCE) + done);
        int flags = Memory.getByte(tcp + TCP_FLAGS);
        Memory.putByte(tcp + TCP_FLAGS, flags & ~(last ? 0 : FIN_PSH) & ~(first ? 0 : CWR));
        Memory.putShort(tcp + TCP_CHECKSUM, 0);
        long sum = burst.isIpv4(i)
                ? Checksum.pseudoHeader4(ip, Ip.TCP, length)
                : Checksum.pseudoHeader6(ip, Ip.TCP, length);
        Memory.putShort(tcp + TCP_CHECKSUM, ~Checksum.fold(Checksum.add(sum, tcp, length)) & 0xffff);
    }

    @Override
    public void close() {
        arena.close();
    }
}
