package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * Up to {@value #CAPACITY} packets on their way through the graph, as a structure of arrays: column {@code x} of packet {@code i} is {@code x[i]}.
 *
 * <p>Allocated once per worker and reused. The packet addresses live off-heap at {@link #addresses()}, where receive queues write them. Columns are plain
 * arrays on purpose: nodes index them in loops the JIT can see through. Which node fills a column stands beside it; before that its content is of an earlier
 * burst. Offsets count from {@link Packet#data}; only the worker's thread touches an instance.
 */
public final class Burst implements AutoCloseable {
    /** Most packets in a burst. */
    public static final int CAPACITY = 64;

    /** {@link #flags}: the packet is a fragment of a larger one (any position). */
    public static final int FRAGMENT = 1;
    /** {@link #flags}: a fragment other than the first, so without a layer-4 header. */
    public static final int LATER_FRAGMENT = 2;
    /** {@link #flags}: the frame's destination is a broadcast or multicast address. */
    public static final int GROUP_FRAME = 4;
    /** {@link #flags}: IPv4 with the don't-fragment bit. IPv6 packets always count as such without the flag. */
    public static final int DONT_FRAGMENT = 8;
    /** {@link #flags}: an ICMP or ICMPv6 error message. */
    public static final int ICMP_ERROR = 16;
    /** {@link #flags}: IPv6 with a fragment header, be it a fragment or not. */
    public static final int FRAGMENT_HEADER = 32;

    /** {@link #flags}: a task left the layer-4 checksum to be done. */
    public static final int PARTIAL_CHECKSUM = 64;
    /** {@link #flags}: and the cutting into TCP segments. */
    public static final int SEGMENTS = 128;

    public static final int ETHERTYPE_IPV4 = 0x0800;
    public static final int ETHERTYPE_IPV6 = 0x86dd;
    public static final int ETHERTYPE_ARP = 0x0806;

    // --- filled by ParseNode
    /** EtherType behind the VLAN tags. */
    public final int[] etherType = new int[CAPACITY];
    /** Offset of the layer-3 header. */
    public final int[] l3 = new int[CAPACITY];
    /** Offset of the layer-4 header; behind all IPv6 extension headers. For a later fragment, of its data. */
    public final int[] l4 = new int[CAPACITY];
    /** IP protocol number of the layer-4 header. */
    public final int[] protocol = new int[CAPACITY];
    /** Bytes from the layer-3 header to the packet's end, as its length field says. */
    public final int[] ipLength = new int[CAPACITY];
    /** Bits of {@link #FRAGMENT} and the like. */
    public final int[] flags = new int[CAPACITY];

    // --- filled by UnfinishedNode
    /** Payload bytes of each segment, for packets with {@link #SEGMENTS}. */
    public final int[] segmentSize = new int[CAPACITY];

    // --- filled by the input and path nodes
    /** Index of the {@link Hop} to forward over, for {@link Verdict#FORWARD}. */
    public final int[] hop = new int[CAPACITY];

    /**
     * Why the packet was turned into an answer to it: 1 + ordinal of a {@link Reason}. Only packets that were have it; whoever reads it sets it to 0 first, for the burst.
     */
    public final int[] answered = new int[CAPACITY];

    /** What is to become of each packet; see {@link Verdict}. */
    public final int[] verdict = new int[CAPACITY];

    private final Arena arena = Arena.ofShared();
    private final long addresses =
            arena.allocate(ValueLayout.JAVA_LONG, CAPACITY).address();
    private int count;
    private int port;

    /** Where receive queues write packet addresses: room for {@link #CAPACITY} longs. */
    public long addresses() {
        return addresses;
    }

    /** Begins a burst of {@code count} packets whose addresses are in place, received on {@code port}; all verdicts are open. */
    public void begin(int count, int port) {
        this.count = count;
        this.port = port;
        for (int i = 0; i < count; i++) {
            verdict[i] = Verdict.OPEN;
        }
    }

    /** Notes that all packets have left the burst; returns how many. */
    int takeAll() {
        int all = count;
        count = 0;
        return all;
    }

    /** Packets in the burst. */
    public int count() {
        return count;
    }

    /** DPDK number of the port all packets of the burst came in by. */
    public int port() {
        return port;
    }

    /** Address of packet {@code i}'s buffer. */
    public long packet(int i) {
        return Memory.inRange(Memory.getLong(addresses + (long) i * Long.BYTES));
    }

    /** Notes that packet {@code i} has left the burst. */
    void markDone(int i) {
        Memory.putLong(addresses + (long) i * Long.BYTES, 0);
    }

    boolean isDone(int i) {
        return packet(i) == 0;
    }

    /** Address of packet {@code i}'s layer-3 header. */
    public long l3Address(int i) {
        return Packet.data(packet(i)) + l3[i];
    }

    /** Address of packet {@code i}'s layer-4 header. */
    public long l4Address(int i) {
        return Packet.data(packet(i)) + l4[i];
    }

    /** Ends packet {@code i} for {@code reason}. */
    public void drop(int i, Reason reason) {
        verdict[i] = Verdict.drop(reason);
    }

    /** Whether packet {@code i} has a bit of {@link #flags}. */
    public boolean has(int i, int flag) {
        return (flags[i] & flag) != 0;
    }

    public boolean isIpv4(int i) {
        return etherType[i] == ETHERTYPE_IPV4;
    }

    /** Frees the address array. */
    @Override
    public void close() {
        arena.close();
    }
}
