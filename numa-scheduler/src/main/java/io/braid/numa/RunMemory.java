package io.braid.numa;

import io.braid.dpdk.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * What lies in the memory of a {@link HandoffRing}. Who owns which sequence is the ring's business.
 *
 * <pre>
 * 0                       8 * capacity                       16 * capacity
 * +-----------------------+----------------------------------+
 * | packet addresses      | runs: count &lt;&lt; 32 | tag, or 0    |
 * +-----------------------+----------------------------------+
 * </pre>
 */
final class RunMemory {
    private final int capacity;
    private final MemorySegment memory;
    private final long packets;
    private final long runs;

    RunMemory(int capacity, MemorySegment memory) {
        long bytes = bytes(capacity);
        if (!memory.isNative() || memory.byteSize() < bytes || memory.address() % Long.BYTES != 0) {
            throw new IllegalArgumentException(
                    "a ring of " + capacity + " needs " + bytes + " native bytes at a multiple of 8, not " + memory);
        }
        this.capacity = capacity;
        this.memory = memory.asSlice(0, bytes).fill((byte) 0); // kept so that automatic memory lives as long as this
        this.packets = this.memory.address();
        this.runs = packets + (long) capacity * Long.BYTES;
    }

    static long bytes(int capacity) {
        if (capacity < 2 || capacity > HandoffRing.MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " is no power of two from 2 to 1048576");
        }
        return 2L * Long.BYTES * capacity;
    }

    int capacity() {
        return capacity;
    }

    int index(long sequence) {
        return (int) sequence & (capacity - 1);
    }

    /** Where the address of the packet with this index is. */
    long address(int index) {
        return packets + (long) index * Long.BYTES;
    }

    /** Copies {@code n} packet addresses to the sequences from {@code first} on. */
    void fill(long first, long addresses, int n) {
        int index = index(first);
        int part = Math.min(n, capacity - index);
        Memory.copy(addresses, address(index), (long) part * Long.BYTES);
        if (part < n) {
            Memory.copy(addresses + (long) part * Long.BYTES, packets, (long) (n - part) * Long.BYTES);
        }
    }

    /** Writes the run that begins with this sequence, after its packets. */
    void putRun(long first, int n, int tag) {
        // Not by an ordered access to the segment: its checks cost a tenth of the whole hand-off.
        VarHandle.releaseFence();
        Memory.putLong(run(first), (long) n << 32 | (tag & 0xffff_ffffL));
    }

    /** The run that begins with this sequence, 0 if it is not there yet; the consumer's thread only. */
    long takeRun(long first) {
        long address = run(first);
        long run = Memory.getLong(address);
        VarHandle.acquireFence();
        if (run != 0) {
            // The sequencer tells rounds of the ring apart by 32 bits and expects each slot to be marked in each round;
            // a slot within runs is not, so
            // its mark of 2^32 rounds ago could be taken for one of now. A run that was cleared cannot.
            Memory.putLong(address, 0);
        }
        return run;
    }

    private long run(long sequence) {
        return runs + (long) index(sequence) * Long.BYTES;
    }
}
