package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void onlySomeSleepAndOnlyOneNeedsWaking() {
        assertFalse(IdleStrategy.busySpin().sleeps());
        assertFalse(IdleStrategy.pause().sleeps());
        assertTrue(IdleStrategy.backoff().sleeps());
        assertTrue(IdleStrategy.sleep(50_000).sleeps());
        assertFalse(IdleStrategy.backoff().needsWaking());
        assertTrue(IdleStrategy.sleep(50_000).needsWaking());
        IdleStrategy.busySpin().wake(); // does nothing, waits for nothing
    }

    @Test
    void idlingAllocatesNothing() {
        IdleStrategy spin = IdleStrategy.busySpin();
        IdleStrategy pause = IdleStrategy.pause();
        IdleStrategy sleep = IdleStrategy.sleep(1_000);
        IdleStrategy backoff = new IdleStrategy.Backoff(1, 1, 1, 100);
        long bytes = Allocation.ofSteadyState(() -> {
            for (int i = 0; i < 500; i++) {
                spin.idle(i % 3);
                pause.idle(i == 0 ? 1 : 0);
                sleep.idle(i % 60 == 0 ? 1 : 0);
                sleep.wake();
                backoff.idle(i % 7 == 0 ? 1 : 0);
            }
        });
        assertEquals(0, bytes);
    }
}
