package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * Sends an IPv4 packet that is too large for its hop as fragments (RFC 791 section 3.2), first to last.
 *
 * <p>The packet has its final Ethernet header and TTL already. It may be a fragment itself; then its offset and more-fragments flag carry over.
 */
public final class Fragmenter implements AutoCloseable {
    /** Enough for 65535 bytes over the smallest MTU a port can have, 1280. */
    private static final int MAX_FRAGMENTS = 64;

    private static final int MAX_OPTIONS = 40;
    private static final int COPIED = 0x80;

    private final PacketPool pool;
    private final int room;
    private final Counters counters;
    private final Arena arena = Arena.ofShared();
    private final long fragments =
            arena.allocate(ValueLayout.JAVA_LONG, MAX_FRAGMENTS).address();
    private final long laterHeader =
            arena.allocate(Ip.V4_HEADER + MAX_OPTIONS, 8).address();
    private int made;
    private int given;

    /**
     * @param pool where fragments' buffers come from
     * @param counters this worker's counters
     */
    public Fragmenter(PacketPool pool, Counters counters) {
        this.pool = pool;
        this.room = pool.dataRoom() - Packet.HEADROOM - Ethernet.HEADER;
        this.counters = counters;
    }

    /** Gives the fragments of packet {@code i} to {@code sink} and returns the verdict for the packet itself, which is always an end. */
    int run(Burst burst, int i, Hop hop, PacketSink sink) {
        long packet = burst.packet(i);
        long ip = burst.l3Address(i);
        int header = (Memory.getByte(ip) & 0xf) * 4;
        int payload = burst.ipLength[i] - header;
        int later = makeLaterHeader(ip, header);
        // Never more than a buffer holds, whatever the link would take.
        int mtu = Math.min(hop.mtu(), room);
        int firstPart = (mtu - header) & ~7;
        int laterPart = (mtu - later) & ~7;
        int count = 1 + Math.max(0, payload - firstPart + laterPart - 1) / laterPart;
        if (count > MAX_FRAGMENTS || !pool.allocate(fragments, count)) {
            return Verdict.drop(Reason.NO_BUFFER);
        }
        given = 0;
        made = count;
        int done = 0;
        for (int n = 0; n < count; n++) {
            int part = Math.min(payload - done, n == 0 ? firstPart : laterPart);
            long fragment = Memory.getLong(fragments + (long) n * Long.BYTES);
            long start = Packet.data(fragment);
            Memory.copy(Packet.data(packet), start, Ethernet.HEADER);
            long out = start + Ethernet.HEADER;
            int outHeader = n == 0 ? header : later;
            Memory.copy(n == 0 ? ip : laterHeader, out, outHeader);
            copyFrom(packet, Ethernet.HEADER + header + done, out + outHeader, part);
            finish(out, outHeader, part, done, n == count - 1);
            Packet.setLength(fragment, Ethernet.HEADER + outHeader + part);
            done += part;
            given = n + 1;
            counters.add(burst.port(), Counters.GENERATED, 1);
            sink.send(hop.port(), fragment);
        }
        made = 0;
        return Verdict.drop(Reason.FRAGMENTED);
    }

    /** After a defect half-way: gives back the fragments that nobody has taken over. */
    void abandon(ReleaseList release) {
        for (int n = given; n < made; n++) {
            release.add(Memory.getLong(fragments + (long) n * Long.BYTES));
        }
        made = 0;
    }

    private static void finish(long ip, int header, int part, int done, boolean last) {
        int field = Memory.getShortBe(ip + Ip.V4_FRAGMENT);
        int offset = (field & Ip.V4_OFFSET_MASK) + done / 8;
        boolean more = !last || (field & Ip.V4_MORE_FRAGMENTS) != 0;
        Memory.putShortBe(ip + Ip.V4_TOTAL_LENGTH, header + part);
        Memory.putShortBe(ip + Ip.V4_FRAGMENT, offset | (more ? Ip.V4_MORE_FRAGMENTS : 0));
        Memory.putShort(ip + Ip.V4_CHECKSUM, 0);
        Memory.putShort(ip + Ip.V4_CHECKSUM, Checksum.of(ip, header));
    }

    /** Builds the header of all fragments but the first: without the options that are not to be copied; returns its length. */
    private int makeLaterHeader(long ip, int header) {
        Memory.copy(ip, laterHeader, Ip.V4_HEADER);
        int from = Ip.V4_HEADER;
        int to = Ip.V4_HEADER;
        // The parser has checked these lengths.
        while (from < header) {
            int type = Memory.getByte(ip + from);
            if (type == 0) {
                break;
            }
            int length = type == 1 ? 1 : Memory.getByte(ip + from + 1);
            if ((type & COPIED) != 0) {
                Memory.copy(ip + from, laterHeader + to, length);
                to += length;
            }
            from += length;
        }
        while (to % 4 != 0) {
            Memory.putByte(laterHeader + to, 0);
            to++;
        }
        Memory.putByte(laterHeader, 0x40 | (to / 4));
        return to;
    }

    /** Copies {@code length} bytes of a packet from {@code offset} on to {@code target}, over all its segments. */
    static void copyFrom(long packet, int offset, long target, int length) {
        long segment = packet;
        int skip = offset;
        int done = 0;
        while (done < length && segment != 0) {
            int present = Packet.dataLength(segment);
            if (skip >= present) {
                skip -= present;
            } else {
                int n = Math.min(present - skip, length - done);
                Memory.copy(Packet.data(segment) + skip, target + done, n);
                done += n;
                skip = 0;
            }
            segment = Packet.next(segment);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
