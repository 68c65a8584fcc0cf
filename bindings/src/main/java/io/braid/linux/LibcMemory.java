package io.braid.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The memory-mapping functions of libc, with results as in {@link Libc}. */
final class LibcMemory {
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE = 2;
    private static final int MAP_ANONYMOUS = 0x20;
    private static final int MAP_NORESERVE = 0x4000;

    /** Readable from Linux 2.6.38 on: the range may be backed by huge pages. */
    static final int MADV_HUGEPAGE = 14;

    /** Linux 5.14: page faults happen now and not at the first write. */
    static final int MADV_POPULATE_WRITE = 23;

    private static final MethodHandle MMAP = Libc.bind(
            "mmap", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle MUNMAP = Libc.bind("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle MADVISE =
            Libc.bind("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

    /** The one of {@code mbind} on x86-64; glibc has no wrapper for it, only libnuma, which would be one more library. */
    private static final long SYS_MBIND = 237;

    private static final int MPOL_PREFERRED = 1;

    private static final MethodHandle MBIND = Libc.bind(
            "syscall",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));

    private LibcMemory() {}

    /** Address of {@code bytes} bytes of zeroed private memory, or -errno. */
    static long map(long bytes) {
        MemorySegment state = Libc.state();
        try {
            var mapped = (MemorySegment) MMAP.invokeExact(
                    state,
                    MemorySegment.NULL,
                    bytes,
                    PROT_READ_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1,
                    0L);
            // MAP_FAILED is (void *) -1
            return mapped.address() == -1 ? -Libc.errno(state) : mapped.address();
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int unmap(long address, long bytes) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) MUNMAP.invokeExact(state, MemorySegment.ofAddress(address), bytes), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int advise(long address, long bytes, int advice) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result(
                    (int) MADVISE.invokeExact(state, MemorySegment.ofAddress(address), bytes, advice), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Has pages of the range that are not there yet come from a node, as long as it has any; {@code nodes} are 1024 bits. */
    static int prefer(long address, long bytes, MemorySegment nodes) {
        MemorySegment state = Libc.state();
        try {
            // maxnode counts one bit more than are read (see the kernel's get_nodes)
            return Libc.result(
                    (int) (long) MBIND.invokeExact(
                            state,
                            SYS_MBIND,
                            address,
                            bytes,
                            (long) MPOL_PREFERRED,
                            nodes,
                            nodes.byteSize() * 8 + 1,
                            0L),
                    state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }
}
