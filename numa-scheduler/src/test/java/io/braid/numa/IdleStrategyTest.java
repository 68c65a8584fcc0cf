package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class IdleStrategyTest {
    @Test
    void backoffDoublesItsSleepUpToTheBoundAndWorkResetsIt() {
        IdleStrategy.Backoff backoff = new IdleStrategy.Backoff(2, 2, 1_000, 5_000);
        for (int i = 0; i < 4; i++) {
            backoff.idle(0);
            assertEquals(1_000, backoff.nextParkNanos(), "spinning and yielding come first");
        }
        backoff.idle(0);
        assertEquals(2_000, backoff.nextParkNanos());
        for (int i = 0; i < 5; i++) {
            backoff.idle(0);
        }
        assertEquals(5_000, backoff.nextParkNanos());
        backoff.idle(1);
        assertEquals(1_000, backoff.nextParkNanos());
        backoff.idle(0);
        assertEquals(1_000, backoff.nextParkNanos(), "after work it spins again");
    }

    @Test
    void refusesImpossibleBounds() {
        assertThrows(IllegalArgumentException.class, () -> new IdleStrategy.Backoff(-1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new IdleStrategy.Backoff(0, -1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new IdleStrategy.Backoff(0, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new IdleStrategy.Backoff(0, 0, 2, 1));
    }

    @Test
    void idlingAllocatesNothing() {
        IdleStrategy spin = IdleStrategy.busySpin();
        IdleStrategy backoff = new IdleStrategy.Backoff(1, 1, 1, 100);
        long bytes = Allocation.ofSteadyState(() -> {
            for (int i = 0; i < 500; i++) {
                spin.idle(i % 3);
                backoff.idle(i % 7 == 0 ? 1 : 0);
            }
        });
        assertEquals(0, bytes);
    }
}
