package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Gives the calling thread a real-time priority, so that a busy machine does not delay its timers.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/sched.7.html">sched(7)</a>
 */
public final class RealTime {
    private static final int SCHED_FIFO = 1;
    private static final int SCHED_RESET_ON_FORK = 0x40000000;

    private RealTime() {}

    /**
     * Moves the calling platform thread to SCHED_FIFO; threads that it starts are ordinary ones again. It must sleep
     * most of the time: nothing else runs on its CPU while it does not.
     *
     * @param priority 1 (lowest) to 99
     * @throws LinuxException with EPERM when neither CAP_SYS_NICE nor RLIMIT_RTPRIO allows it; the thread then goes on
     *     as it was
     */
    public static void enter(int priority) {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("scheduling belongs to platform threads; the caller is a virtual thread");
        }
        if (priority < 1 || priority > 99) {
            throw new IllegalArgumentException("real-time priority " + priority + " is outside 1-99");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameter = arena.allocateFrom(JAVA_INT, priority);
            int result = LibcEvents.setScheduler(SCHED_FIFO | SCHED_RESET_ON_FORK, parameter);
            if (result < 0) {
                throw new LinuxException(
                        "sched_setscheduler(SCHED_FIFO, " + priority + ")",
                        result,
                        -result == Errno.EPERM ? "it needs CAP_SYS_NICE or RLIMIT_RTPRIO" : "");
            }
        }
    }
}
