package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * How much later than asked the kernel may end a sleep of the calling thread, to end several at once. It is 50 us for
 * ordinary threads, as long as a short sleep itself, and none for real-time ones.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/PR_SET_TIMERSLACK.2const.html">PR_SET_TIMERSLACK(2const)</a>
 */
public final class TimerSlack {
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int PR_GET_TIMERSLACK = 30;
    private static final MethodHandle PRCTL = Libc.bind(
            "prctl",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));

    private TimerSlack() {}

    /**
     * Sets the slack of the calling platform thread. Threads that it starts afterwards inherit it.
     *
     * @param nanos 1 to 1,000,000,000 nanoseconds
     * @throws LinuxException when the kernel refuses
     */
    public static void set(long nanos) {
        if (nanos < 1 || nanos > 1_000_000_000) {
            throw new IllegalArgumentException("timer slack of " + nanos + " ns is outside 1 ns to 1 s");
        }
        call(PR_SET_TIMERSLACK, nanos, "prctl(PR_SET_TIMERSLACK, " + nanos + ")");
    }

    /** Returns the slack of the calling platform thread in nanoseconds; 0 for a real-time one. */
    public static int get() {
        return call(PR_GET_TIMERSLACK, 0, "prctl(PR_GET_TIMERSLACK)");
    }

    private static int call(int option, long value, String name) {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("timer slack belongs to platform threads; the caller is a virtual thread");
        }
        MemorySegment state = Libc.state();
        int result;
        try {
            result = Libc.result((int) PRCTL.invokeExact(state, option, value, 0L, 0L, 0L), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
        if (result < 0) {
            throw new LinuxException(name, result);
        }
        return result;
    }
}
