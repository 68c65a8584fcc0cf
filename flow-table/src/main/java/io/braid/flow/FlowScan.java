package io.braid.flow;

/**
 * Goes through the flows of a table that its worker goes on using, one at a time, for whoever shows them.
 *
 * <p>A look and not a snapshot: a flow that moves to its other line meanwhile may be met twice or, rarely, missed; one that is being written is passed over. What is read of a flow is of one moment.
 * The worker is not slowed down but for the memory that is read. One thread at a time; nothing is allocated after the constructor, however large the table is.
 */
public final class FlowScan {
    private final FlowTable table;
    private final FlowEntries entries;
    private final FlowHash hash;
    private final int now;
    private final long[] words = new long[FlowEntries.SHOWN_WORDS];
    private long slot = -FlowEntries.ENTRY_BYTES;

    /**
     * Begins before the first flow.
     *
     * @param hash the table's
     * @param now current time of the table
     */
    public FlowScan(FlowTable table, FlowHash hash, int now) {
        this.table = table;
        this.entries = table.entries();
        this.hash = hash;
        this.now = now;
    }

    /** Goes on to the next flow; false at the end. The other methods are about the flow that was reached. */
    public boolean next() {
        for (slot += FlowEntries.ENTRY_BYTES; slot < table.slotsEnd(); slot += FlowEntries.ENTRY_BYTES) {
            if (entries.show(slot, words) && isWhole()) {
                return true;
            }
        }
        return false;
    }

    /** An IPv6 flow's addresses lie elsewhere and are written after its entry: they must be those of its key. */
    private boolean isWhole() {
        return !isIpv6() || hash.ipv6AddressWord(words[4], words[5], words[6], words[7]) == words[0];
    }

    public boolean isIpv6() {
        return FlowKey.isIpv6(words[1]);
    }

    /** Whether this stands for all packets between two addresses that are fragments, rather than for a connection. */
    public boolean isAddressesOnly() {
        return (words[1] & FlowKey.ADDRESSES_ONLY) != 0;
    }

    /** The protocol number, 0 to 255; 0 for {@link #isAddressesOnly}. */
    public int protocol() {
        return FlowKey.protocol(words[1]);
    }

    /** The source port, or an ICMP echo's identifier. */
    public int sourcePort() {
        return FlowKey.sourcePort(words[1]);
    }

    public int destinationPort() {
        return FlowKey.destinationPort(words[1]);
    }

    /** The IPv4 source address. */
    public int source4() {
        return (int) (words[0] >>> 32);
    }

    /** The IPv4 destination address. */
    public int destination4() {
        return (int) words[0];
    }

    public long sourceHigh() {
        return words[4];
    }

    public long sourceLow() {
        return words[5];
    }

    public long destinationHigh() {
        return words[6];
    }

    public long destinationLow() {
        return words[7];
    }

    /** The path it is pinned to. */
    public int path() {
        return FlowWord.path(words[1]);
    }

    /** One of {@link FlowState}. */
    public int state() {
        return FlowWord.state(words[1]);
    }

    /** Whether the {@link Rebalancer} had it moved to its path. */
    public boolean isMoved() {
        return FlowWord.generation(words[1]) != 0;
    }

    /** Milliseconds since its last packet. */
    public int idleMillis() {
        return Math.max(0, now - (int) words[2]);
    }

    /** What it sent of late, bytes a second. */
    public double bytesPerSecond() {
        return FlowRate.bytesPerSecond(FlowRate.aged((int) (words[2] >>> 32), (int) words[2], now), now);
    }

    /** Bytes since it was pinned. */
    public long bytes() {
        return words[3];
    }
}
