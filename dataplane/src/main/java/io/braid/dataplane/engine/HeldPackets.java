package io.braid.dataplane.engine;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Packets for a port whose sender's role is still on its way to this worker, in order. The worker's thread only; made when a passage begins.
 */
final class HeldPackets {
    /** A passage takes microseconds where workers run freely; this is a millisecond of four million packets a second. */
    static final int CAPACITY = 4096;

    /** Freed with this object, which is why it is kept beside its address. */
    private final MemorySegment memory = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, CAPACITY);

    private final long addresses = memory.address();
    private final QueueHandover passage;
    private int count;

    HeldPackets(QueueHandover passage) {
        this.passage = passage;
    }

    QueueHandover passage() {
        return passage;
    }

    /** Whether there was room. */
    boolean add(long packet) {
        if (count == CAPACITY) {
            return false;
        }
        Memory.putLong(addresses + (long) count * Long.BYTES, packet);
        count++;
        return true;
    }

    int count() {
        return count;
    }

    long packet(int i) {
        return Memory.getLong(addresses + (long) i * Long.BYTES);
    }
}
