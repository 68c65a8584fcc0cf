package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Zeroed memory for large tables: outside the Java heap, on huge pages where the kernel has any to give, and resident only as far as it is used or
 * {@linkplain #populate prepared}.
 *
 * <p>Random look-ups in a table of many megabytes miss the TLB on ordinary pages nearly every time; a huge page covers 512 of them. The kernel's transparent huge
 * pages need no reservation. Where they are switched off the memory works all the same, only slower.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/madvise.2.html">madvise(2)</a>
 */
public final class AnonymousMemory implements AutoCloseable {
    /** Size of a huge page on x86-64, and what a mapping is aligned to. */
    private static final long HUGE_PAGE = 2L << 20;

    private final long mapping;
    private final long mappedBytes;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    private AnonymousMemory(long mapping, long mappedBytes, long bytes) {
        this.mapping = mapping;
        this.mappedBytes = mappedBytes;
        long aligned = (mapping + HUGE_PAGE - 1) & -HUGE_PAGE;
        this.segment = MemorySegment.ofAddress(aligned).reinterpret(bytes, arena, null);
    }

    /**
     * Maps {@code bytes} bytes, at least 1.
     *
     * @throws LinuxException when there is no room for them
     */
    public static AnonymousMemory map(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("cannot map " + bytes + " bytes");
        }
        long padded = Math.addExact(bytes, HUGE_PAGE);
        long mapping = LibcMemory.map(padded);
        if (mapping < 0) {
            throw new LinuxException("mmap of " + (bytes >> 20) + " MiB", (int) mapping);
        }
        // Refused where transparent huge pages are not built in or switched off: ordinary pages, then.
        LibcMemory.advise(mapping, padded, LibcMemory.MADV_HUGEPAGE);
        return new AnonymousMemory(mapping, padded, bytes);
    }

    /** The memory, aligned to 2 MiB; not to be used after {@link #close}, which that segment checks. */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Has the memory come from a NUMA node as long as that has any, else from the others; before anything of it is used.
     *
     * @param node a node of this machine, 0 to 1023
     * @return this
     * @throws LinuxException with EINVAL when there is no such node, or it has no memory
     * @see <a href="https://man7.org/linux/man-pages/man2/mbind.2.html">mbind(2)</a>
     */
    public AnonymousMemory preferNode(int node) {
        if (node < 0 || node >= CpuSet.CAPACITY) {
            throw new IllegalArgumentException("NUMA node " + node + " is outside 0-" + (CpuSet.CAPACITY - 1));
        }
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment nodes =
                    scratch.allocateFrom(JAVA_LONG, CpuSet.of(node).toWords());
            int result = LibcMemory.prefer(mapping, mappedBytes, nodes);
            if (result < 0) {
                throw new LinuxException("mbind to node " + node, result);
            }
        }
        return this;
    }

    /**
     * Makes the first {@code bytes} bytes resident, so that who uses them later meets no page fault.
     *
     * @throws LinuxException with ENOMEM when the machine, or the cgroup, has not as much
     */
    public void populate(long bytes) {
        MemorySegment part = segment.asSlice(0, bytes);
        int result = LibcMemory.advise(part.address(), bytes, LibcMemory.MADV_POPULATE_WRITE);
        if (-result == Errno.EINVAL) {
            // Before Linux 5.14: writing does the same.
            part.fill((byte) 0);
        } else if (result < 0) {
            throw new LinuxException("madvise of " + (bytes >> 20) + " MiB", result);
        }
    }

    /** Unmaps it; later uses of the segment throw. */
    @Override
    public void close() {
        arena.close();
        int result = LibcMemory.unmap(mapping, mappedBytes);
        if (result < 0) {
            throw new LinuxException("munmap", result);
        }
    }
}
