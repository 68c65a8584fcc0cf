package io.braid.dpdk;

import io.braid.dpdk.ffi.rte_ethdev_qdata;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The calls workers make: handles that take addresses as {@code long}, so that no segment object is made per call.
 *
 * <p>DPDK's burst functions are static inline and only dispatch through the exported array {@code rte_eth_fp_ops}; this class reads the same array.
 * Source: DPDK {@code rte_ethdev_core.h}.
 */
final class FastPath {
    private static final Linker LINKER = Linker.nativeLinker();

    /** {@code uint16_t burst(void *queue, struct rte_mbuf **packets, uint16_t n)}: receive, transmit and prepare have one shape. */
    private static final FunctionDescriptor BURST_SHAPE = FunctionDescriptor.of(
            ValueLayout.JAVA_SHORT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_SHORT);

    static final MethodHandle BURST = LINKER.downcallHandle(BURST_SHAPE);

    /** For drivers that make no blocking call: at most one burst of descriptor work, so a safepoint waits for it no longer than some microseconds. */
    static final MethodHandle BURST_CRITICAL = LINKER.downcallHandle(BURST_SHAPE, Linker.Option.critical(false));

    /** {@code void rte_pktmbuf_free_bulk(struct rte_mbuf **, unsigned)}: bounded by the burst it frees, memory operations only. */
    static final MethodHandle FREE_BULK = LINKER.downcallHandle(
            symbol("rte_pktmbuf_free_bulk"),
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT),
            Linker.Option.critical(false));

    /** {@code int dequeue(struct rte_mempool *, void **, unsigned)}, a mempool driver's function. */
    static final MethodHandle DEQUEUE = LINKER.downcallHandle(FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));

    private static final long OPS_ARRAY = symbol("rte_eth_fp_ops").address();
    private static final Layouts.BurstTable TABLE = Layouts.current().burstTable();
    private static final long DATA = rte_ethdev_qdata.data$offset();

    private FastPath() {}

    static MemorySegment symbol(String name) {
        return SymbolLookup.loaderLookup()
                .find(name)
                .orElseThrow(() -> new DpdkException("DPDK's libraries have no symbol " + name + "; is DPDK "
                        + DpdkLibraries.loadedAbi().release() + " installed whole?"));
    }

    static MemorySegment receiveFunction(int port) {
        return MemorySegment.ofAddress(Memory.getLong(ops(port) + TABLE.receive()));
    }

    static MemorySegment sendFunction(int port) {
        return MemorySegment.ofAddress(Memory.getLong(ops(port) + TABLE.send()));
    }

    /** The driver's prepare function, or a null address when it needs none. */
    static MemorySegment prepareFunction(int port) {
        return MemorySegment.ofAddress(Memory.getLong(ops(port) + TABLE.prepare()));
    }

    static long receiveQueue(int port, int queue) {
        return Memory.getLong(Memory.getLong(ops(port) + TABLE.receiveQueues() + DATA) + (long) queue * Long.BYTES);
    }

    static long sendQueue(int port, int queue) {
        return Memory.getLong(Memory.getLong(ops(port) + TABLE.sendQueues() + DATA) + (long) queue * Long.BYTES);
    }

    private static long ops(int port) {
        return OPS_ARRAY + port * TABLE.size();
    }

    /** Calls with these handles throw nothing checked; what arrives here is a defect of the caller or the JVM. */
    static RuntimeException unexpected(Throwable e) {
        if (e instanceof RuntimeException runtime) {
            return runtime;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e);
    }
}
