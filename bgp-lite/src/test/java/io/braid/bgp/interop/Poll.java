package io.braid.bgp.interop;

import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assertions;

/** Waits for what daemons do; long enough for a machine that is slow and pauses now and then. */
final class Poll {
    static final Duration LIMIT = Duration.ofSeconds(60);

    private static final long PAUSE_MILLIS = 50;

    /** Something to look at, such as by running a program. */
    interface Check<T> {
        T look() throws Exception;
    }

    private Poll() {}

    /** Waits until it is so. */
    static void until(String what, Check<Boolean> met) throws Exception {
        until(() -> what, met);
    }

    static void until(Supplier<String> what, Check<Boolean> met) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!met.look()) {
            if (System.nanoTime() - end > 0) {
                Assertions.fail("not seen within " + LIMIT + ": " + what.get());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Waits until it is that. */
    static <T> void untilEquals(T expected, Check<T> now) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        T last = now.look();
        while (!last.equals(expected)) {
            if (System.nanoTime() - end > 0) {
                Assertions.assertEquals(expected, last, "not seen within " + LIMIT);
            }
            Thread.sleep(PAUSE_MILLIS);
            last = now.look();
        }
    }
}
