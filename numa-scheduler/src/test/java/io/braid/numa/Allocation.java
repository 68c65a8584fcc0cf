package io.braid.numa;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what the calling thread allocates. */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /**
     * Returns the bytes one run allocates once warm: the least of several, because class loading and the JIT's
     * deoptimizations may fall into any one of them, while what the code itself allocates falls into every one.
     */
    static long ofSteadyState(Runnable work) {
        for (int i = 0; i < 200; i++) {
            work.run();
        }
        long least = Long.MAX_VALUE;
        long thread = Thread.currentThread().threadId();
        for (int i = 0; i < 20; i++) {
            long before = THREADS.getThreadAllocatedBytes(thread);
            work.run();
            least = Math.min(least, THREADS.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }

    static long bytesOf(long threadId) {
        return THREADS.getThreadAllocatedBytes(threadId);
    }
}
