package io.braid.flow;

import java.lang.foreign.MemorySegment;

/**
 * Remembers the path of each flow, for one worker: a bounded off-heap hash table whose look-up touches at most two cache lines.
 *
 * <p>A line is a bucket of two entries. Each flow has two lines it can be in, both told by its hash; the first is preferred, and where half of all slots are
 * taken nine of ten flows are in it. When both are full, entries move to their other line to make room (cuckoo hashing; Pagh and Rodler, 2004), so nothing is
 * ever rehashed as a whole.
 *
 * <p>{@link FlowEntries} draws the layout, {@link BurstLookup} is what is fast. There are as many lines as the table may hold flows: 64 bytes for each flow, and 64 more for an IPv6 flow, whose addresses are needed only to show or save
 * the pin. Memory that no IPv6 flow used is never touched.
 *
 * <p>Time is in milliseconds of a clock that may wrap around. When it goes backwards, flows count as seen just now and nothing expires early.
 *
 * <p>One thread, the worker's, may call anything; any may call {@link #stats} and {@link #peek}. Nothing allocates after the constructor. Addresses of entries ({@code slot}) are valid
 * until the next {@link #insert} or {@link #expire}.
 */
public final class FlowTable {
    /** No such entry, or no room for one. */
    public static final long NONE = -1;

    /** Fewest flows a table is made for. */
    public static final int MIN_FLOWS = 1024;

    public static final int DEFAULT_FLOWS = 1 << 20;

    public static final int MAX_FLOWS = 1 << 26;

    /** Paths are numbered below this. */
    public static final int MAX_PATHS = 1 << FlowWord.PATH_BITS;

    private static final int LINE_BYTES = FlowEntries.LINE_BYTES;

    /** A flow moves when another one needs its slot, which is not twice within the nanoseconds that two looks take. */
    private static final int PEEKS = 4;

    private final FlowEntries entries;
    private final FlowSlots slots;
    private final int flows;
    private final FlowTableStats stats = new FlowTableStats();
    private final BurstLookup lookup;

    /**
     * An empty table.
     *
     * @param memory zeroed, outside the Java heap, aligned to 64 bytes, {@link #bytesFor} bytes; the caller frees it when nobody uses the table any more
     * @param flows most flows it holds, {@link #MIN_FLOWS} to {@link #MAX_FLOWS}; any number, not only powers of two
     * @param hash the hash that keys are looked up with
     * @param timeouts when pins expire
     * @param now current time
     * @param burst most keys in a {@link #find}, 1 to 64
     */
    public FlowTable(MemorySegment memory, int flows, FlowHash hash, FlowTimeouts timeouts, int now, int burst) {
        if (!memory.isNative() || memory.byteSize() < bytesFor(flows) || memory.address() % LINE_BYTES != 0) {
            throw new IllegalArgumentException("a flow table of " + flows + " flows needs " + bytesFor(flows)
                    + " bytes outside the heap, aligned to " + LINE_BYTES + ", not " + memory);
        }
        if (burst < 1 || burst > BurstLookup.MAX_BURST) {
            throw new IllegalArgumentException(
                    "a flow table looks up 1 to " + BurstLookup.MAX_BURST + " keys at once, not " + burst);
        }
        this.entries = new FlowEntries(memory, flows, timeouts);
        this.flows = flows;
        this.slots = new FlowSlots(entries, flows, hash, stats, new Sweep(flows, timeouts, now));
        this.lookup = new BurstLookup(memory, entries, slots);
    }

    /** Bytes of memory a table of {@code flows} flows needs. */
    public static long bytesFor(int flows) {
        if (flows < MIN_FLOWS || flows > MAX_FLOWS) {
            throw new IllegalArgumentException(
                    "a flow table holds " + MIN_FLOWS + " to " + MAX_FLOWS + " flows, not " + flows);
        }
        return 2L * LINE_BYTES * flows;
    }

    /** The part of {@link #bytesFor} that flows of either family use, from the memory's start; the rest only IPv6 flows do. */
    public static long hotBytesFor(int flows) {
        return bytesFor(flows) / 2;
    }

    /** Pins expire by other times from now on, those that there are, too. */
    public void timeouts(FlowTimeouts timeouts) {
        slots.timeouts(timeouts);
    }

    /** Looks up all flows of a burst; fills {@link FlowBurst#slot}. */
    public void find(FlowBurst burst) {
        lookup.find(burst);
    }

    /** Looks up one flow; its slot or {@link #NONE}. */
    public long find(long addresses, long transport, long flowHash) {
        long line = slots.firstLine(flowHash);
        long found = entries.inLine(line, addresses, transport);
        if (found == NONE) {
            line = slots.secondLine(flowHash, line);
            found = entries.inLine(line, addresses, transport);
        }
        return found;
    }

    /**
     * What another thread than the worker's may ask: the path and the last packet's time of a flow, in one word to be taken apart with {@link #peekedPath} and
     * {@link #peekedTime}.
     *
     * <p>Needs no lock, and waits for nobody: a flow that the worker moves is in its other line before it leaves the one. Only who looked at that one before and
     * at this one after misses it; so a miss is looked at {@value #PEEKS} times.
     *
     * @return {@link #NONE} when there is no such flow
     */
    long peek(long addresses, long transport, long flowHash) {
        long first = slots.firstLine(flowHash);
        long second = slots.secondLine(flowHash, first);
        for (int attempt = 0; attempt < PEEKS; attempt++) {
            long found = entries.peekLine(first, addresses, transport);
            found = found == NONE ? entries.peekLine(second, addresses, transport) : found;
            if (found != NONE) {
                return found;
            }
        }
        return NONE;
    }

    static int peekedPath(long peeked) {
        return (int) (peeked >> Integer.SIZE);
    }

    static int peekedTime(long peeked) {
        return (int) peeked;
    }

    /** Whether a slot still holds the flow: insertions move entries. */
    boolean holds(long slot, long addresses, long transport) {
        return entries.isKey(slot, addresses, transport);
    }

    /**
     * Pins a flow that is not in the table.
     *
     * <p>Takes a free slot, else that of a pin that expired, else moves others to make one, else displaces a flow that is opening, closing or new. An established
     * flow is never displaced.
     *
     * @param path 0 to {@link #MAX_PATHS} - 1
     * @param tcpFlags of its first packet
     * @return its slot, or {@link #NONE} if there is no room; the caller then does without a pin
     */
    public long insert(long addresses, long transport, long flowHash, int path, int tcpFlags, int now) {
        long slot = slots.room(flowHash, now);
        if (slot == NONE) {
            stats.addFull();
            return NONE;
        }
        entries.write(slot, addresses, transport, path, FlowState.first(tcpFlags), now);
        stats.addInserted(slots.size());
        return slot;
    }

    /** Pins a flow as it once was: in a state, and last seen at a time that may be past. */
    long restore(long addresses, long transport, long flowHash, int path, int state, int lastSeen) {
        // As of that time nothing is expired.
        long slot = slots.room(flowHash, lastSeen);
        if (slot != NONE) {
            entries.write(slot, addresses, transport, path, state, lastSeen);
            stats.addInserted(slots.size());
        }
        return slot;
    }

    /** Puts an IPv6 flow's addresses beside its entry. */
    public void setIpv6(long slot, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {
        entries.writeCold(slot, sourceHigh, sourceLow, destinationHigh, destinationLow);
    }

    /**
     * Frees slots of flows that expired: goes through a few lines each time, so that all are visited every few seconds (see {@link Sweep}).
     *
     * @return how many flows expired
     */
    public int expire(int now) {
        return slots.expire(now);
    }

    /** Notes a packet of a pinned flow. */
    public void touch(long slot, int packetBytes, int tcpFlags, int now) {
        entries.touch(slot, packetBytes, tcpFlags, now);
    }

    /** See {@link FlowEntries#pass}. */
    int pass(long slot, int usable, int packetBytes, int tcpFlags, int now) {
        return entries.pass(slot, usable, packetBytes, tcpFlags, now);
    }

    /** The flow's path. */
    public int path(long slot) {
        return entries.path(slot);
    }

    /** Puts a flow on another path and notes why or when in its generation, of which the low 8 bits count. */
    public void setPath(long slot, int path, int generation) {
        entries.setPath(slot, path, generation);
    }

    /** One of {@link FlowState}. */
    public int state(long slot) {
        return entries.state(slot);
    }

    /** What {@link #setPath} noted last, 0 to 255; 0 for a flow that was never moved. */
    public int generation(long slot) {
        return entries.generation(slot);
    }

    /** Milliseconds since the flow's last packet, 0 or more. */
    public int idleMillis(long slot, int now) {
        return entries.idleMillis(slot, now);
    }

    /** When the flow's last packet came. */
    int lastSeen(long slot) {
        return entries.lastSeen(slot);
    }

    /** What the flow sent of late: see {@link FlowRate}, aged to now. */
    public int recent(long slot, int now) {
        return entries.recent(slot, now);
    }

    /** What the entries hold, for who shows or saves them. */
    FlowEntries entries() {
        return entries;
    }

    /** Behind the last slot; the first is 0. */
    long slotsEnd() {
        return (long) flows * LINE_BYTES;
    }

    /** Flows in the table, expired ones that were not yet visited among them. */
    public int size() {
        return slots.size();
    }

    /** Most flows it holds. */
    public int capacity() {
        return flows;
    }

    /** What happened so far; any thread. */
    public FlowTableStats stats() {
        return stats;
    }
}
