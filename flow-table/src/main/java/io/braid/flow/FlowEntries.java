package io.braid.flow;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The memory of a {@link FlowTable}: reads and writes what an entry holds, and knows when its time is over. A slot is an entry's offset in bytes.
 *
 * <pre>
 *   line (64 B)   | entry (32 B)                              | entry (32 B)                              |
 *
 *   entry   byte 0   addresses word of {@link FlowKey}
 *           byte 8   0 (6) | generation (8) | state (3) | path (4) | 1 | transport word (42); all 0 = free   ({@link FlowWord})
 *           byte 16  recent (32) | last seen (32)                                                             ({@link FlowRate})
 *           byte 24  bytes since the flow was pinned
 *   cold (32 B, behind all lines, same index; IPv6 only)   source (16) | destination (16), in two words each, high first
 * </pre>
 *
 * <p>For the table's worker, others only with {@link #peekLine}; allocates nothing.
 */
final class FlowEntries {
    static final int LINE_BYTES = 64;
    static final int ENTRY_BYTES = 32;
    static final int TRANSPORT = 8;
    private static final int SEEN = 16;
    private static final int BYTES = 24;
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final long ADDRESS = (1L << 62) - 1;

    private final MemorySegment memory;
    private final long base;
    private final long cold;

    /** Most milliseconds without a packet, by state. */
    private final int[] lasting = new int[FlowWord.STATES];

    FlowEntries(MemorySegment memory, long lines, FlowTimeouts timeouts) {
        this.memory = memory;
        this.base = memory.address();
        this.cold = lines * LINE_BYTES;
        timeouts(timeouts);
    }

    /** Other times from now on, for the flows that there are, too. */
    void timeouts(FlowTimeouts timeouts) {
        Arrays.fill(lasting, timeouts.idleMillis() - 1);
        lasting[FlowState.FREE] = Integer.MAX_VALUE;
        lasting[FlowState.OPENING] = timeouts.openingMillis() - 1;
        lasting[FlowState.CLOSING] = timeouts.lingerMillis() - 1;
    }

    /** The first key word. */
    long addresses(long slot) {
        return word(slot);
    }

    /** The second key word. */
    long transport(long slot) {
        return FlowWord.transport(word(slot + TRANSPORT));
    }

    boolean isFree(long slot) {
        return word(slot + TRANSPORT) == 0;
    }

    /** Whether the entry is a flow's. */
    boolean isKey(long slot, long addresses, long transport) {
        return word(slot) == addresses && FlowWord.isKey(word(slot + TRANSPORT), transport);
    }

    /** The slot of a flow in a line, or {@link FlowTable#NONE}. */
    long inLine(long line, long addresses, long transport) {
        long second = line + ENTRY_BYTES;
        return inLine(
                line, word(line), word(line + TRANSPORT), word(second), word(second + TRANSPORT), addresses, transport);
    }

    /**
     * The same, given the key words of the line's two entries. Without a branch: which of them it is cannot be predicted, and in a burst the next look-up would wait
     * for each wrong guess.
     */
    static long inLine(
            long line,
            long addresses0,
            long transport0,
            long addresses1,
            long transport1,
            long addresses,
            long transport) {
        long differs0 = (addresses0 ^ addresses) | FlowWord.keyDifference(transport0, transport);
        long differs1 = (addresses1 ^ addresses) | FlowWord.keyDifference(transport1, transport);
        long not0 = (differs0 | -differs0) >> 63;
        long not1 = (differs1 | -differs1) >> 63;
        return (line + (not0 & ENTRY_BYTES)) | (not0 & not1);
    }

    int path(long slot) {
        return FlowWord.path(word(slot + TRANSPORT));
    }

    int state(long slot) {
        return FlowWord.state(word(slot + TRANSPORT));
    }

    int generation(long slot) {
        return FlowWord.generation(word(slot + TRANSPORT));
    }

    long bytes(long slot) {
        return word(slot + BYTES);
    }

    /** The flow's {@link FlowRate}, aged to now. */
    int recent(long slot, int now) {
        long word = word(slot + SEEN);
        return FlowRate.aged((int) (word >>> 32), (int) word, now);
    }

    int lastSeen(long slot) {
        return (int) word(slot + SEEN);
    }

    int idleMillis(long slot, int now) {
        return Math.max(0, now - lastSeen(slot));
    }

    /** Whether a flow's time is over; never of a free slot. Without a branch, for a sweep meets free slots and all states in no order that could be guessed. */
    boolean isExpired(long slot, int now) {
        return idleMillis(slot, now) > lasting[state(slot)];
    }

    void write(long slot, long addresses, long transport, int path, int state, int now) {
        publish(slot, addresses);
        set(slot + SEEN, now & 0xFFFF_FFFFL);
        set(slot + BYTES, 0);
        publish(slot + TRANSPORT, FlowWord.of(transport, path, state, 0));
    }

    void writeCold(long slot, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {
        set(cold + slot, sourceHigh);
        set(cold + slot + 8, sourceLow);
        set(cold + slot + 16, destinationHigh);
        set(cold + slot + 24, destinationLow);
    }

    /** One of the four words beside an IPv6 flow's entry, 0 to 3. */
    long cold(long slot, int index) {
        return word(cold + slot + (long) index * Long.BYTES);
    }

    void clear(long slot) {
        publish(slot + TRANSPORT, 0);
        publish(slot, 0);
    }

    void move(long from, long to) {
        if (FlowKey.isIpv6(word(from + TRANSPORT))) {
            MemorySegment.copy(memory, cold + from, memory, cold + to, ENTRY_BYTES);
        }
        publish(to, word(from));
        set(to + SEEN, word(from + SEEN));
        set(to + BYTES, word(from + BYTES));
        publish(to + TRANSPORT, word(from + TRANSPORT));
        clear(from); // only now: another thread finds it in one place or in both
    }

    /**
     * Path and time of a flow, as another thread may ask for them, if a line has it; see {@link FlowTable#peek}. Between two readings of the first key word all
     * others are the same entry's: a slot gets its second key word last, and loses it first.
     */
    long peekLine(long line, long addresses, long transport) {
        for (long slot = line; slot < line + LINE_BYTES; slot += ENTRY_BYTES) {
            long before = (long) WORD.getAcquire(memory, slot + TRANSPORT);
            if ((long) WORD.getAcquire(memory, slot) != addresses || !FlowWord.isKey(before, transport)) {
                continue;
            }
            long seen = (long) WORD.getAcquire(memory, slot + SEEN);
            long after = (long) WORD.getAcquire(memory, slot + TRANSPORT);
            if ((long) WORD.getAcquire(memory, slot) == addresses && FlowWord.isKey(after, transport)) {
                return (long) FlowWord.path(after) << Integer.SIZE | (seen & 0xFFFF_FFFFL);
            }
        }
        return FlowTable.NONE;
    }

    /** Words that {@link #show} fills in. */
    static final int SHOWN_WORDS = 8;

    /**
     * Copies an entry for another thread: its four words, and for an IPv6 flow the four of its addresses. False when it is free, or was written meanwhile.
     *
     * @param words room for {@link #SHOWN_WORDS}
     */
    boolean show(long slot, long[] words) {
        long before = (long) WORD.getAcquire(memory, slot + TRANSPORT);
        if (before == 0) {
            return false;
        }
        words[0] = (long) WORD.getAcquire(memory, slot);
        words[1] = before;
        words[2] = (long) WORD.getAcquire(memory, slot + SEEN);
        words[3] = (long) WORD.getAcquire(memory, slot + BYTES);
        if (FlowKey.isIpv6(before)) {
            for (int word = 0; word < 4; word++) {
                words[4 + word] = (long) WORD.getAcquire(memory, cold + slot + (long) word * Long.BYTES);
            }
        }
        long after = (long) WORD.getAcquire(memory, slot + TRANSPORT);
        return FlowWord.keyDifference(after, FlowWord.transport(before)) == 0
                && (long) WORD.getAcquire(memory, slot) == words[0];
    }

    void touch(long slot, int packetBytes, int tcpFlags, int now) {
        long seen = word(slot + SEEN);
        // A clock that went backwards stands still.
        int latest = now - (int) seen > 0 ? now : (int) seen;
        long recent = FlowRate.add(FlowRate.aged((int) (seen >>> 32), (int) seen, latest), packetBytes);
        set(slot + SEEN, (recent << 32) | (latest & 0xFFFF_FFFFL));
        set(slot + BYTES, word(slot + BYTES) + packetBytes);
        long word = word(slot + TRANSPORT);
        int state = FlowWord.state(word);
        int next = FlowState.next(state, tcpFlags);
        if (next != state) {
            set(slot + TRANSPORT, FlowWord.withState(word, next));
        }
    }

    /**
     * The path of a flow that just goes on, whose packet is then noted as by {@link #touch}; {@link BucketTable#NONE} if there is anything to decide: the path is not usable, the
     * flow not established, or its packet one that changes its state.
     *
     * <p>For a slot that was found in this burst, so in memory that is not freed: by address and so without the checks of a segment, which take longer than all else here.
     *
     * @param usable a bit for each usable path
     */
    int pass(long slot, int usable, int packetBytes, int tcpFlags, int now) {
        long address = (base + slot) & ADDRESS;
        long word = ALL.get(JAVA_LONG_UNALIGNED, address + TRANSPORT);
        int path = FlowWord.path(word);
        if ((usable >>> path & 1) == 0 || !FlowState.goesOn(FlowWord.state(word), tcpFlags)) {
            return BucketTable.NONE;
        }
        long seen = ALL.get(JAVA_LONG_UNALIGNED, address + SEEN);
        int latest = now - (int) seen > 0 ? now : (int) seen;
        long recent = FlowRate.add(FlowRate.aged((int) (seen >>> 32), (int) seen, latest), packetBytes);
        ALL.set(JAVA_LONG_UNALIGNED, address + SEEN, (recent << 32) | (latest & 0xFFFF_FFFFL));
        ALL.set(JAVA_LONG_UNALIGNED, address + BYTES, ALL.get(JAVA_LONG_UNALIGNED, address + BYTES) + packetBytes);
        return path;
    }

    void setPath(long slot, int path, int generation) {
        long word = word(slot + TRANSPORT);
        set(slot + TRANSPORT, FlowWord.of(FlowWord.transport(word), path, FlowWord.state(word), generation));
    }

    /** Writes so that who reads it with acquire also finds what was written before. */
    private void publish(long offset, long value) {
        WORD.setRelease(memory, offset, value);
    }

    private long word(long offset) {
        return memory.get(JAVA_LONG, offset);
    }

    private void set(long offset, long value) {
        memory.set(JAVA_LONG, offset, value);
    }
}
