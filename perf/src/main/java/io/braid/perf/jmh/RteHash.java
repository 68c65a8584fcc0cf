package io.braid.perf.jmh;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * DPDK's {@code rte_hash} with keys of 16 bytes and 8 bytes of data, called directly: the peer of the flow table at any size. Needs a started EAL, from whose
 * memory it takes its tables. One thread.
 *
 * @see <a href="https://doc.dpdk.org/api-22.11/rte__hash_8h.html">rte_hash.h</a>
 */
final class RteHash implements AutoCloseable {
    static final int KEY_BYTES = 16;

    /** {@code struct rte_hash_parameters} of DPDK 22.11. */
    private static final StructLayout PARAMETERS = MemoryLayout.structLayout(
            ADDRESS.withName("name"),
            JAVA_INT.withName("entries"),
            JAVA_INT.withName("reserved"),
            JAVA_INT.withName("key_len"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("hash_func"),
            JAVA_INT.withName("hash_func_init_val"),
            JAVA_INT.withName("socket_id"),
            JAVA_BYTE.withName("extra_flag"),
            MemoryLayout.paddingLayout(7));

    private static final SymbolLookup LIBRARY = SymbolLookup.libraryLookup("librte_hash.so.23", Arena.global());
    private static final MethodHandle CREATE = bind("rte_hash_create", FunctionDescriptor.of(ADDRESS, ADDRESS));
    private static final MethodHandle FREE = bind("rte_hash_free", FunctionDescriptor.ofVoid(ADDRESS));
    private static final MethodHandle ADD =
            bind("rte_hash_add_key_data", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));
    /** Critical: a bounded loop over a burst of keys that waits for nothing. */
    private static final MethodHandle LOOKUP = Linker.nativeLinker()
            .downcallHandle(
                    symbol("rte_hash_lookup_bulk_data"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS),
                    Linker.Option.critical(false));

    private final MemorySegment table;

    /** @param entries room for so many keys */
    RteHash(int entries) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = arena.allocate(PARAMETERS);
            parameters.set(ADDRESS, offset("name"), arena.allocateFrom("braid-peer"));
            parameters.set(JAVA_INT, offset("entries"), entries);
            parameters.set(JAVA_INT, offset("key_len"), KEY_BYTES);
            parameters.set(JAVA_INT, offset("socket_id"), -1);
            table = (MemorySegment) CREATE.invokeExact(parameters);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
        if (table.equals(MemorySegment.NULL)) {
            throw new IllegalStateException("rte_hash_create found no memory for " + entries + " keys");
        }
    }

    /** Adds a key; false if there is no room. */
    boolean add(MemorySegment key, long data) {
        try {
            return (int) ADD.invokeExact(table, key, data) == 0;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Looks up {@code count} keys by their addresses; how many were found. */
    int lookUp(MemorySegment keys, int count, MemorySegment hitMask, MemorySegment data) {
        try {
            return (int) LOOKUP.invokeExact(table, keys, count, hitMask, data);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    @Override
    public void close() {
        try {
            FREE.invokeExact(table);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    private static long offset(String field) {
        return PARAMETERS.byteOffset(PathElement.groupElement(field));
    }

    private static MethodHandle bind(String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(symbol(name), descriptor);
    }

    private static MemorySegment symbol(String name) {
        return LIBRARY.find(name).orElseThrow(() -> new UnsatisfiedLinkError("librte_hash has no " + name));
    }
}
