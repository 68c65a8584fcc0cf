package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_mempool;
import io.braid.dpdk.ffi.rte_mempool_ops;
import io.braid.dpdk.ffi.rte_mempool_ops_table;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A fixed number of equal packet buffers, shared by all threads.
 *
 * <p>Every buffer is in the pool, with a driver, or owned by whoever holds its address; {@link #inUse()} is 0 again when all came back.
 */
public final class PacketPool implements AutoCloseable {
    private static final MethodHandle FREE = FastPath.FREE_BULK;
    private static final MethodHandle DEQUEUE = FastPath.DEQUEUE;
    private static final int MAX_CACHE = 512; // RTE_MEMPOOL_CACHE_MAX_SIZE

    private final String name;
    private final MemorySegment pool;
    private final long address;
    private final int size;
    private final int dataRoom;
    private final MemorySegment dequeue;

    private PacketPool(String name, MemorySegment pool, int size, int dataRoom) {
        this.name = name;
        this.pool = pool;
        this.address = pool.address();
        this.size = size;
        this.dataRoom = dataRoom;
        int ops = Memory.getInt(address + rte_mempool.ops_index$offset());
        long entry = FastPath.symbol("rte_mempool_ops_table").address()
                + rte_mempool_ops_table.ops$offset()
                + ops * rte_mempool_ops.layout().byteSize();
        this.dequeue = MemorySegment.ofAddress(Memory.getLong(entry + rte_mempool_ops.dequeue$offset()));
    }

    /**
     * Makes a pool.
     *
     * @param name unique in the process, at most 25 characters
     * @param size number of buffers, 1 to 2^27; powers of two minus one waste least
     * @param dataRoom bytes per buffer for headroom and data, {@link Packet#HEADROOM} to 65535
     * @param node NUMA node of the memory, or -1 for any
     * @throws DpdkException when there is not enough memory
     */
    public static PacketPool create(String name, int size, int dataRoom, int node) {
        int cache = Math.min(MAX_CACHE, Math.max(0, size * 2 / 3 / 8))
                & ~31; // the library wants cache * 1.5 <= size; 8 workers leave some
        cache = Math.min(cache, 256);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pool = DpdkHeaders.rte_pktmbuf_pool_create(
                    arena.allocateFrom(name), size, cache, (short) 0, (short) dataRoom, node < 0 ? -1 : node);
            if (pool.equals(MemorySegment.NULL)) {
                long mib = ((long) size * (dataRoom + 256L)) >> 20;
                throw DpdkException.of(
                        "cannot make packet pool " + name + " of " + size + " x " + dataRoom + " B (about " + mib
                                + " MiB)",
                        RteErrno.current(),
                        "raise dpdk.memory or lower the MTU or the number of ports");
            }
            return new PacketPool(name, pool, size, dataRoom);
        }
    }

    public String name() {
        return name;
    }

    /** Number of buffers. */
    public int size() {
        return size;
    }

    /** Bytes per buffer, headroom included. */
    public int dataRoom() {
        return dataRoom;
    }

    /** Buffers in the pool and in per-core caches; exact when no other thread allocates or frees. */
    public int available() {
        return DpdkHeaders.rte_mempool_avail_count(pool);
    }

    /** Buffers with drivers or owners. */
    public int inUse() {
        return size - available();
    }

    /**
     * Takes one empty packet, or returns 0 when the pool is exhausted. Goes past the per-core cache: for packets Braid makes itself (errors, fragments,
     * neighbor requests), not for every received packet.
     *
     * @param scratch address of room for one long, owned by the calling thread
     */
    public long allocate(long scratch) {
        return allocate(scratch, 1) ? Memory.getLong(scratch) : 0;
    }

    /** Takes {@code n} empty packets and writes their addresses to {@code packets}, all or none. */
    public boolean allocate(long packets, int n) {
        try {
            int status = (int) DEQUEUE.invokeExact(dequeue, address, packets, n);
            if (status != 0) {
                return false;
            }
        } catch (Throwable e) {
            throw FastPath.unexpected(e);
        }
        for (int i = 0; i < n; i++) {
            Packet.reset(Memory.getLong(packets + (long) i * Long.BYTES));
        }
        return true;
    }

    /** Gives {@code n} packets (whole segment chains) back to the pools they came from. */
    public static void free(long packets, int n) {
        try {
            FREE.invokeExact(packets, n);
        } catch (Throwable e) {
            throw FastPath.unexpected(e);
        }
    }

    MemorySegment segment() {
        return pool;
    }

    /** Frees the pool's memory; every buffer must be back and every port that uses it closed. */
    @Override
    public void close() {
        DpdkHeaders.rte_mempool_free(pool);
    }
}
