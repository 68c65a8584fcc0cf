package io.braid.dataplane.look;

import io.braid.dpdk.Memory;

/**
 * Records of any length from one thread to another, off-heap and bounded. The writer never waits: without room it gets none.
 *
 * <pre>
 *   record:  0  bytes, header included, a multiple of 8     4  kind, 0 for what fills the ring's end     8  ...
 * </pre>
 *
 * <p>The writer may change records until it publishes them.
 */
final class RecordRing {
    /** Bytes in front of what a record holds. */
    static final int HEADER = 8;

    private static final int KIND = 4;
    private static final int FILL = 0;
    private static final long CACHE_LINE = 128;

    private final int capacity;
    private final long tailCell;
    private final long headCell;
    private final long data;

    // The writer's.
    private long tail;
    private long knownHead;

    // The reader's.
    private long head;

    /**
     * Makes a ring in zeroed memory, which has to be there as long as either side uses it.
     *
     * @param address of {@link #bytes} bytes, a multiple of {@value #CACHE_LINE}
     * @param capacity bytes, a power of two
     */
    RecordRing(long address, int capacity) {
        this.capacity = capacity;
        this.tailCell = address;
        this.headCell = tailCell + CACHE_LINE;
        this.data = headCell + CACHE_LINE;
    }

    /** Bytes of memory that a ring takes, a multiple of {@value #CACHE_LINE}. */
    static long bytes(int capacity) {
        return capacity + 2 * CACHE_LINE;
    }

    /**
     * The writer: room for a record, whose first {@link #HEADER} bytes are written already.
     *
     * @param kind not 0
     * @param bytes header included
     * @return its address, a multiple of 8; 0 without room
     */
    long reserve(int kind, int bytes) {
        int size = (bytes + 7) & ~7;
        int at = (int) tail & (capacity - 1);
        int toEnd = capacity - at;
        int skip = size > toEnd ? toEnd : 0;
        if (size > capacity || tail + skip + size - knownHead > capacity) {
            knownHead = Memory.getLongAcquire(headCell);
            if (size > capacity || tail + skip + size - knownHead > capacity) {
                return 0;
            }
        }
        if (skip > 0) {
            begin(at, FILL, skip);
            tail += skip;
            at = 0;
        }
        tail += size;
        return begin(at, kind, size);
    }

    private long begin(int at, int kind, int bytes) {
        Memory.putInt(data + at, bytes);
        Memory.putInt(data + at + KIND, kind);
        return data + at;
    }

    /** The writer: lets the reader see all records so far. */
    void publish() {
        Memory.putLongRelease(tailCell, tail);
    }

    /** The reader: the address of the next record, 0 when there is none. */
    long peek() {
        while (head < Memory.getLongAcquire(tailCell)) {
            long at = data + ((int) head & (capacity - 1));
            if (kind(at) != FILL) {
                return at;
            }
            head += Memory.getInt(at);
        }
        return 0;
    }

    /** The reader: is done with the record that {@link #peek} gave. */
    void release(long record) {
        head += Memory.getInt(record);
        Memory.putLongRelease(headCell, head);
    }

    static int kind(long record) {
        return Memory.getInt(record + KIND);
    }
}
