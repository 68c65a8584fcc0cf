package io.braid.dpdk;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Gives packets to one transmit queue of a started port. One thread at a time may use a queue. Valid as long as {@link RxQueue} says.
 */
public final class TxQueue {
    private static final MethodHandle PLAIN = FastPath.BURST;
    private static final MethodHandle CRITICAL = FastPath.BURST_CRITICAL;

    private final MemorySegment function;
    private final MemorySegment prepareFunction;
    private final boolean prepares;
    private final long queue;
    private final boolean critical;

    TxQueue(MemorySegment function, MemorySegment prepareFunction, long queue, boolean critical) {
        this.function = function;
        this.prepareFunction = prepareFunction;
        this.prepares = prepareFunction.address() != 0;
        this.queue = queue;
        this.critical = critical;
    }

    /**
     * Gives {@code n} packets to the driver and returns how many it took, in order; it owns those, the caller still owns the rest.
     *
     * @param packets address of {@code n} packet addresses
     * @param n 1 to 65535
     */
    public int send(long packets, int n) {
        try {
            short sent = critical
                    ? (short) CRITICAL.invokeExact(function, queue, packets, (short) n)
                    : (short) PLAIN.invokeExact(function, queue, packets, (short) n);
            return sent & 0xffff;
        } catch (Throwable e) {
            throw FastPath.unexpected(e);
        }
    }

    /** Whether the driver has a prepare function. */
    public boolean prepares() {
        return prepares;
    }

    /**
     * Lets the driver check and finish packets that ask for offloads ({@code rte_eth_tx_prepare}); returns how many of the first ones may be sent. Packets
     * without offload requests need no preparation. Drivers without a prepare function accept all.
     */
    public int prepare(long packets, int n) {
        if (!prepares) {
            return n;
        }
        try {
            short ready = (short) PLAIN.invokeExact(prepareFunction, queue, packets, (short) n);
            return ready & 0xffff;
        } catch (Throwable e) {
            throw FastPath.unexpected(e);
        }
    }
}
