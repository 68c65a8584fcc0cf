package io.braid.flow;

import java.util.Arrays;

/**
 * The flows of a burst of packets, as a structure of arrays: what {@link Pins} needs to know of each packet, and what it answers.
 *
 * <p>Allocated once per worker and reused; for its thread only. Element {@code i} of each column is packet {@code i}'s.
 */
public final class FlowBurst {
    /** First key word; see {@link FlowKey}. */
    public final long[] addresses;

    /** Second key word. */
    public final long[] transport;

    /** {@link FlowHash#ofKey} of the two. */
    public final long[] hash;

    /** Bytes of the packet that count as load, 0 to 2^20. */
    public final int[] bytes;

    /** Flags of the TCP header, 0 for other protocols and for fragments. */
    public final int[] tcpFlags;

    /** IPv6 source address, high and low half; unused for IPv4. */
    public final long[] sourceHigh;

    public final long[] sourceLow;

    /** IPv6 destination address; unused for IPv4. */
    public final long[] destinationHigh;

    public final long[] destinationLow;

    /** The answer: the flow's path, or {@link BucketTable#NONE} when there is no usable one. */
    public final int[] path;

    /**
     * How the flow came to its path, for those who look on. The owner of the burst calls {@link #forgetOutcomes} before; what is written is so little and so seldom that nobody has to
     * ask for it.
     */
    public final PinOutcome[] outcome;

    /** Where the flow's entry is, or {@link FlowTable#NONE}. */
    final long[] slot;

    private int count;

    /** @param capacity most packets in a burst */
    public FlowBurst(int capacity) {
        addresses = new long[capacity];
        transport = new long[capacity];
        hash = new long[capacity];
        bytes = new int[capacity];
        tcpFlags = new int[capacity];
        sourceHigh = new long[capacity];
        sourceLow = new long[capacity];
        destinationHigh = new long[capacity];
        destinationLow = new long[capacity];
        path = new int[capacity];
        outcome = new PinOutcome[capacity];
        slot = new long[capacity];
        forgetOutcomes();
    }

    /** Takes all flows for such as go on as before, until {@link Pins} says otherwise. */
    public void forgetOutcomes() {
        Arrays.fill(outcome, PinOutcome.KEPT);
    }

    /** Forgets the packets of the last burst. */
    public void clear() {
        count = 0;
    }

    /** Makes room for one more packet and returns its index, whose columns the caller fills. */
    public int add() {
        return count++;
    }

    /** Packets in the burst. */
    public int count() {
        return count;
    }

    /** Whether packet {@code i}'s flow has a pin; without one it goes by its group's hash, or nowhere. */
    public boolean isPinned(int i) {
        return slot[i] != FlowTable.NONE;
    }

    /** Most packets in a burst. */
    public int capacity() {
        return path.length;
    }
}
