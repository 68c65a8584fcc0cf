package io.braid.dpdk;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Takes received packets from one receive queue of a started port. One thread at a time may use a queue.
 *
 * <p>Function and queue addresses are those of the port's last start; after {@link Port#stop()} the instance must not be used and a new one is taken from
 * {@link Port#rxQueue(int)} after the next start.
 */
public final class RxQueue {
    private static final MethodHandle PLAIN = FastPath.BURST;
    private static final MethodHandle CRITICAL = FastPath.BURST_CRITICAL;

    private final MemorySegment function;
    private final long queue;
    private final boolean critical;

    RxQueue(MemorySegment function, long queue, boolean critical) {
        this.function = function;
        this.queue = queue;
        this.critical = critical;
    }

    /**
     * Writes up to {@code max} packet addresses to the array of longs at {@code packets} and returns how many; the caller owns them.
     *
     * @param packets address of room for {@code max} longs
     * @param max 1 to 65535
     */
    public int receive(long packets, int max) {
        try {
            short n = critical
                    ? (short) CRITICAL.invokeExact(function, queue, packets, (short) max)
                    : (short) PLAIN.invokeExact(function, queue, packets, (short) max);
            return n & 0xffff;
        } catch (Throwable e) {
            throw FastPath.unexpected(e);
        }
    }
}
