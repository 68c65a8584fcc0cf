package io.braid.linux;

/**
 * Gives the calling thread a larger or smaller share of its CPU than ordinary threads get: one with nice value -15 gets 28
 * times as much as one with 0 that competes with it, and is woken before it.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/sched.7.html">sched(7)</a>
 */
public final class Niceness {
    private Niceness() {}

    /**
     * Sets the nice value of the calling platform thread; threads that it starts afterwards inherit it.
     *
     * @param value -20 (largest share) to 19
     * @throws LinuxException with EACCES or EPERM when it is lower than now and neither CAP_SYS_NICE nor RLIMIT_NICE allows
     *     it; the thread then goes on as it was
     */
    public static void set(int value) {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("scheduling belongs to platform threads; the caller is a virtual thread");
        }
        if (value < -20 || value > 19) {
            throw new IllegalArgumentException("nice value " + value + " is outside -20 to 19");
        }
        int result = LibcEvents.setNice(value);
        if (result < 0) {
            throw new LinuxException("setpriority(" + value + ")", result, "it needs CAP_SYS_NICE or RLIMIT_NICE");
        }
    }
}
