package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class DutyCycleTest {
    private static final long SECOND = 1_000_000_000L;

    private final DutyCycle duty = new DutyCycle(1_000_000);
    private final long start = System.nanoTime();

    private void cycle(long atSecond, long nanos) {
        duty.record(1, start + atSecond * SECOND, nanos);
    }

    @Test
    void theLongestCycleIsForgottenAfterHalfAMinuteToAMinute() {
        cycle(1, 5_000_000);
        cycle(2, 700);
        assertEquals(5_000_000, duty.recentLongestCycleNanos(start + 3 * SECOND));
        cycle(31, 800);
        assertEquals(5_000_000, duty.recentLongestCycleNanos(start + 32 * SECOND), "from the window before");
        cycle(62, 900);
        assertEquals(900, duty.recentLongestCycleNanos(start + 62 * SECOND));
        assertEquals(5_000_000, duty.longestCycleNanos());
        assertEquals(1, duty.stalls());
        assertEquals(4, duty.cycles());
    }

    @Test
    void nothingIsRecentAfterALongGap() {
        cycle(1, 5_000_000);
        assertEquals(0, duty.recentLongestCycleNanos(start + 70 * SECOND));
        cycle(95, 600);
        assertEquals(600, duty.recentLongestCycleNanos(start + 95 * SECOND));
    }

    @Test
    void theCycleUnderWayCounts() {
        cycle(1, 700);
        duty.begin(start + SECOND);
        assertEquals(0, duty.underWayNanos(start));
        assertEquals(3, Math.round(duty.recentLongestCycleNanos(start + 4 * SECOND) / (double) SECOND));
        duty.pause();
        assertEquals(0, duty.underWayNanos(start + 9 * SECOND));
        assertEquals(700, duty.recentLongestCycleNanos(start + 4 * SECOND));
    }
}
