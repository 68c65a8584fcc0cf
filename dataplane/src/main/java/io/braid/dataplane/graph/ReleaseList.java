package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.PacketPool;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/** Collects buffers to give back, so that they go with one call per burst. One thread only. */
public final class ReleaseList implements AutoCloseable {
    private static final int CAPACITY = 256;

    private final Arena arena = Arena.ofShared();
    private final long addresses =
            arena.allocate(ValueLayout.JAVA_LONG, CAPACITY).address();
    private int count;

    /** Takes over a packet or a chain of segments. */
    public void add(long packet) {
        if (count == CAPACITY) {
            flush();
        }
        Memory.putLong(addresses + (long) count * Long.BYTES, packet);
        count++;
    }

    /** Gives all back. */
    public void flush() {
        if (count > 0) {
            PacketPool.free(addresses, count);
            count = 0;
        }
    }

    @Override
    public void close() {
        flush();
        arena.close();
    }
}
