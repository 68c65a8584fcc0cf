package io.braid.perf.numa;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * DPDK's {@code rte_ring} for many producers and one consumer: the peer of the hand-off ring. Needs a started EAL.
 *
 * <p>Its functions are inline and not exported, but the mempool driver {@code ring_mp_sc} is made of nothing else: its enqueue is {@code rte_ring_mp_enqueue_bulk} on the pool's
 * {@code pool_data}, its dequeue {@code rte_ring_sc_dequeue_bulk}. So they are called through that driver's table, on a pool of which only that field is set.
 *
 * @see <a href="https://doc.dpdk.org/api-22.11/rte__ring_8h.html">rte_ring.h</a>, {@code rte_mempool.h}, {@code drivers/mempool/ring/rte_mempool_ring.c}
 */
public final class RteRing implements AutoCloseable {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup RING = SymbolLookup.libraryLookup("librte_ring.so.23", Arena.global());
    private static final SymbolLookup MEMPOOL = SymbolLookup.libraryLookup("librte_mempool.so.23", Arena.global());
    private static final MethodHandle CREATE = LINKER.downcallHandle(
            symbol(RING, "rte_ring_create"), FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle FREE =
            LINKER.downcallHandle(symbol(RING, "rte_ring_free"), FunctionDescriptor.ofVoid(ADDRESS));
    /** Critical, as a burst function of a driver is: it moves a burst of pointers, and is the peer at its best. */
    private static final MethodHandle TRANSFER = LINKER.downcallHandle(
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT), Linker.Option.critical(false));

    private static final int RING_F_SC_DEQ = 2;

    // struct rte_mempool_ops_table and rte_mempool_ops of DPDK 22.11, both aligned to cache lines.
    private static final long COUNT = 4;
    private static final long OPS = 64;
    private static final long OPS_SIZE = 128;
    private static final long NAME_SIZE = 32;
    private static final long ENQUEUE = 48;
    private static final long DEQUEUE = 56;
    /** In struct rte_mempool, behind the name. */
    private static final long POOL_DATA = 32;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment ring;
    private final MemorySegment enqueue;
    private final MemorySegment dequeue;
    private final long pool;

    /**
     * @param name unique in the process
     * @param capacity packets it holds; it takes the next power of two as memory
     */
    public RteRing(String name, int capacity) {
        long ops = ops("ring_mp_sc");
        enqueue = MemorySegment.ofAddress(Memory.getLong(ops + ENQUEUE));
        dequeue = MemorySegment.ofAddress(Memory.getLong(ops + DEQUEUE));
        try {
            // One more: of a power of two it leaves one unused.
            ring = (MemorySegment) CREATE.invokeExact(
                    arena.allocateFrom(name), Integer.highestOneBit(capacity) << 1, -1, RING_F_SC_DEQ);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
        if (ring.equals(MemorySegment.NULL)) {
            throw new IllegalStateException("rte_ring_create found no memory for " + capacity + " packets");
        }
        pool = arena.allocate(256, 64).address();
        Memory.putLong(pool + POOL_DATA, ring.address());
    }

    /** Offers {@code n} packets, all or none. Any thread. */
    public boolean enqueue(long packets, int n) {
        try {
            return (int) TRANSFER.invokeExact(enqueue, pool, packets, n) == 0;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Takes {@code n} packets, all or none. One thread. */
    public boolean dequeue(long packets, int n) {
        try {
            return (int) TRANSFER.invokeExact(dequeue, pool, packets, n) == 0;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    @Override
    public void close() {
        try {
            FREE.invokeExact(ring);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
        arena.close();
    }

    private static long ops(String name) {
        long table = symbol(MEMPOOL, "rte_mempool_ops_table").address();
        for (int i = 0; i < Memory.getInt(table + COUNT); i++) {
            long ops = table + OPS + i * OPS_SIZE;
            if (MemorySegment.ofAddress(ops).reinterpret(NAME_SIZE).getString(0).equals(name)) {
                return ops;
            }
        }
        throw new IllegalStateException("DPDK has no mempool driver " + name);
    }

    private static MemorySegment symbol(SymbolLookup library, String name) {
        return library.find(name).orElseThrow(() -> new UnsatisfiedLinkError("DPDK has no " + name));
    }
}
