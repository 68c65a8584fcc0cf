package io.braid.flow;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * Looks up all flows of a burst at once in the lines of a {@link FlowTable}. What it is made for is that as many cache misses as the CPU can have under way are
 * under way, and that it is not kept from that by work in between: the CPU looks only some five hundred instructions ahead of the oldest miss it waits for.
 *
 * <ul>
 *   <li>There is no prefetch instruction in Java. Loads that nothing waits for do the same, if they stand close together: a first loop computes the addresses of
 *       each flow's first line, a second one does nothing but load a word of each, a third one compares. With the first two in one loop the CPU's window holds
 *       half as many misses, and {@code FlowTableBenchmark.findKeys} takes a sixth longer. The same benchmark shows what all of it gains: {@code find} against
 *       {@code findOneByOne}.
 *   <li>The table's memory is read through a segment of all memory. That a line is inside the table needs no check, it follows from how its offset is computed;
 *       four checks for each flow made the loops half as long again and kept their counter out of the registers. {@code FlowTableBenchmark.find} takes 6 to 10 % less
 *       for it in a table that no cache holds.
 *   <li>Which of a line's two entries it is, or none, is arithmetic, and who has to look at the second line is a bit in a word: no branch that the CPU would guess
 *       wrong, and no store that later loads might have to wait for.
 * </ul>
 *
 * <p>Tried, and slower, each by a fifth or more of {@code find}: loading both lines of all flows at once, as nine of ten are in the first; loading the second ones
 * in advance where a bitmap tells that a flow may be there; loading the second ones in the loop that compares, where the oldest miss holds up the rest, or behind
 * each 4, 8 or 16 flows that were compared, as each look at which of them are missing is a branch that is guessed wrong. Of no
 * use: a fixed number of second lines in each burst, to spare the one branch that is guessed wrong.
 *
 * <p>For the table's worker; allocates nothing.
 */
final class BurstLookup {
    /** Most flows in a burst: one bit each of a word. */
    static final int MAX_BURST = Long.SIZE;

    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** Changes no address, but tells the compiler that there are none beyond the segment, whose own check it can then leave out. */
    private static final long ADDRESS = (1L << 62) - 1;

    private static final int ENTRY_BYTES = FlowEntries.ENTRY_BYTES;
    private static final int TRANSPORT = FlowEntries.TRANSPORT;

    private final MemorySegment memory;
    private final long base;
    private final FlowEntries entries;
    private final FlowSlots slots;

    /** What was loaded in advance: kept only so that the compiler does not leave the loads out. */
    @SuppressWarnings("UnusedVariable") // see above
    private long loaded;

    /**
     * @param memory the table's, not of the Java heap; {@code slots} names no line outside it
     */
    BurstLookup(MemorySegment memory, FlowEntries entries, FlowSlots slots) {
        this.memory = memory;
        this.base = memory.address();
        this.entries = entries;
        this.slots = slots;
    }

    /** Fills {@link FlowBurst#slot}. */
    void find(FlowBurst burst) {
        int count = Objects.checkIndex(burst.count(), MAX_BURST + 1);
        entries.addresses(0); // throws if the memory was freed
        try {
            computeFirstLines(burst.hash, burst.slot, count);
            loadLines(burst.slot, count);
            long missing = compare(burst.addresses, burst.transport, burst.slot, count);
            loadSecondLines(burst.hash, burst.slot, missing);
            compareMissing(burst.addresses, burst.transport, burst.slot, missing);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    private void computeFirstLines(long[] hash, long[] slot, int count) {
        for (int i = 0; i < count; i++) {
            slot[i] = slots.firstLine(hash[i]);
        }
    }

    private void loadLines(long[] slot, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum ^= word(address(slot[i]));
        }
        loaded = sum;
    }

    /** Makes of lines slots; a bit is set for each flow that its line has not. */
    private long compare(long[] addresses, long[] transport, long[] slot, int count) {
        long missing = 0;
        for (int i = 0; i < count; i++) {
            long found = inLine(slot[i], addresses[i], transport[i]);
            missing |= (found >>> 63) << i;
            slot[i] = found;
        }
        return missing;
    }

    private void loadSecondLines(long[] hash, long[] slot, long missing) {
        long sum = 0;
        for (long rest = missing; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            long line = slots.secondLine(hash[i], slots.firstLine(hash[i]));
            slot[i] = line;
            sum ^= word(address(line));
        }
        loaded = sum;
    }

    private void compareMissing(long[] addresses, long[] transport, long[] slot, long missing) {
        for (long rest = missing; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            slot[i] = inLine(slot[i], addresses[i], transport[i]);
        }
    }

    private long inLine(long line, long addresses, long transport) {
        long first = address(line);
        long second = first + ENTRY_BYTES;
        return FlowEntries.inLine(
                line,
                word(first),
                word(first + TRANSPORT),
                word(second),
                word(second + TRANSPORT),
                addresses,
                transport);
    }

    private long address(long line) {
        return (base + line) & ADDRESS;
    }

    private static long word(long address) {
        return ALL.get(JAVA_LONG_UNALIGNED, address);
    }
}
