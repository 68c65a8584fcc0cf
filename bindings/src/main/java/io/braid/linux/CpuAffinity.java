package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reads and sets which CPUs the calling thread may run on.
 *
 * <p>A thread inherits the mask of the thread that started it, so pin a worker from inside the worker and never a
 * thread that starts others. Virtual threads are refused: they share carrier threads, and a mask set by one would stay
 * on its carrier.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/sched_setaffinity.2.html">sched_setaffinity(2)</a>
 */
public final class CpuAffinity {
    private CpuAffinity() {}

    /**
     * Returns the CPUs the calling platform thread may run on (cpuset limits included).
     *
     * @throws LinuxException when the kernel refuses
     */
    public static CpuSet get() {
        requirePlatformThread();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(JAVA_LONG, CpuSet.CAPACITY / Long.SIZE);
            int result = Libc.getAffinity(mask);
            if (result < 0) {
                throw new LinuxException(
                        "sched_getaffinity",
                        result,
                        -result == Errno.EINVAL ? "the kernel is built for more than 1024 possible CPUs" : "");
            }
            return CpuSet.ofWords(mask.toArray(JAVA_LONG));
        }
    }

    /**
     * Restricts the calling platform thread to the given CPUs. The kernel drops those that are offline or outside the
     * thread's cpuset and only fails when none is left; compare with {@link #get()} when that matters.
     *
     * @throws IllegalArgumentException when the set is empty
     * @throws LinuxException with EINVAL when none of the CPUs can be used
     */
    public static void set(CpuSet cpus) {
        requirePlatformThread();
        if (cpus.isEmpty()) {
            throw new IllegalArgumentException("a thread needs at least one CPU, the given set is empty");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocateFrom(JAVA_LONG, cpus.toWords());
            int result = Libc.setAffinity(mask);
            if (result < 0) {
                String hint = -result == Errno.EINVAL
                        ? "none of these CPUs is online and in the process's cpuset (see Cpus_allowed_list in"
                                + " /proc/self/status)"
                        : "";
                throw new LinuxException("sched_setaffinity(" + cpus + ")", result, hint);
            }
        }
    }

    /**
     * Pins the calling platform thread to one CPU.
     *
     * @throws LinuxException with EINVAL when the CPU cannot be used
     */
    public static void pin(int cpu) {
        set(CpuSet.of(cpu));
    }

    /** Returns the kernel's id of the calling thread, as {@code top -H} and {@code /proc/self/task} show it. */
    public static int threadId() {
        return Libc.gettid();
    }

    private static void requirePlatformThread() {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("CPU affinity belongs to platform threads; the caller is a virtual thread");
        }
    }
}
