package io.braid.perf.flow;

import io.braid.flow.FlowBurst;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowKey;
import io.braid.flow.FlowTable;
import io.braid.flow.FlowTimeouts;
import io.braid.linux.AnonymousMemory;
import java.util.SplittableRandom;

/**
 * A population of random IPv4 TCP flows and a {@link FlowTable} with room for these and maybe more, for benchmarks.
 *
 * <p>Keys come in the order they were made, which is no order to the table: each look-up is in another line. They are kept ready with their hashes, so that
 * filling a burst reads three arrays in sequence and does not disturb what is measured. One thread.
 */
public final class FlowSet implements AutoCloseable {
    /** Most keys of one burst. */
    private static final int MAX_BURST = 64;

    private static final int TCP = 6;

    /** As long as a SYN without an answer is remembered here. */
    private static final int CHURN_MILLIS = 200;

    private static final int SYN = 2;

    /** Beyond all addresses that have a flow by design; a few may be by chance. */
    private static final long CHURN_ADDRESSES = 0x7F00_0000_0000_0000L;

    private static final long CHURN_TRANSPORT = FlowKey.transport(TCP, 1, 1);

    private final FlowHash hash = new FlowHash(42);
    private final AnonymousMemory memory;
    private final FlowTable table;
    private final long[] addresses;
    private final long[] transport;
    private final long[] hashes;
    private int next;
    private long churned;

    /**
     * @param flows how many
     * @param room how many the table has room for, in the range of {@link FlowTable}
     */
    public FlowSet(int flows, int room) {
        memory = AnonymousMemory.map(FlowTable.bytesFor(room));
        memory.populate(FlowTable.hotBytesFor(room));
        var timeouts = new FlowTimeouts(FlowTimeouts.MAX_MILLIS, CHURN_MILLIS, CHURN_MILLIS);
        table = new FlowTable(memory.segment(), room, hash, timeouts, 0, MAX_BURST);
        addresses = new SplittableRandom(1).longs(flows).toArray();
        transport = new long[flows];
        hashes = new long[flows];
        for (int i = 0; i < flows; i++) {
            transport[i] = FlowKey.transport(TCP, i >>> 16, i);
            hashes[i] = hash.ofKey(addresses[i], transport[i]);
        }
    }

    /**
     * Pins all flows.
     *
     * @return how many found room; those for which both lines were full, and no move made room, did not
     */
    public int fill() {
        int pinned = 0;
        for (int i = 0; i < hashes.length; i++) {
            pinned += table.insert(addresses[i], transport[i], hashes[i], i & 3, 0, 0) != FlowTable.NONE ? 1 : 0;
        }
        return pinned;
    }

    /** Puts the next {@code count} flows into a burst, the first one again after the last. */
    public void next(FlowBurst burst, int count) {
        burst.clear();
        for (int n = 0; n < count; n++) {
            int i = burst.add();
            burst.addresses[i] = addresses[next];
            burst.transport[i] = transport[next];
            burst.hash[i] = hashes[next];
            next = next + 1 == hashes.length ? 0 : next + 1;
        }
    }

    /** The same, with each hash computed from its key. */
    public void nextHashed(FlowBurst burst, int count) {
        burst.clear();
        for (int n = 0; n < count; n++) {
            int i = burst.add();
            burst.addresses[i] = addresses[next];
            burst.transport[i] = transport[next];
            burst.hash[i] = hash.ofKey(addresses[next], transport[next]);
            next = next + 1 == hashes.length ? 0 : next + 1;
        }
    }

    /** First key word of a flow, 0 to their number less one. */
    public long addresses(int flow) {
        return addresses[flow];
    }

    /** Second key word of a flow. */
    public long transport(int flow) {
        return transport[flow];
    }

    /** Hash of a flow. */
    public long hash(int flow) {
        return hashes[flow];
    }

    /** Adds the first packet of a flow that never was to a burst. */
    public void addNew(FlowBurst burst) {
        int i = burst.add();
        burst.addresses[i] = CHURN_ADDRESSES + churned++;
        burst.transport[i] = CHURN_TRANSPORT;
        burst.hash[i] = hash.ofKey(burst.addresses[i], CHURN_TRANSPORT);
    }

    /**
     * Pins the flows that {@link #addNew} put into a burst, and lets those expire whose time is over, as a worker does after it has looked the burst up. A
     * thousand new flows are a millisecond of the table's clock, in which a flow like these lives for {@value #CHURN_MILLIS} ms; the flows of the set live on.
     *
     * @param from index of the first new one
     */
    public void pinNew(FlowBurst burst, int from) {
        int now = (int) (churned / 1000);
        for (int i = from; i < burst.count(); i++) {
            table.insert(burst.addresses[i], burst.transport[i], burst.hash[i], 0, SYN, now);
        }
        table.expire(now);
    }

    public FlowTable table() {
        return table;
    }

    @Override
    public void close() {
        memory.close();
    }
}
