package io.braid.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whether a stop of this JVM is seen, and only then a test is repeated. */
final class ConclusiveTest {
    private final AtomicInteger rounds = new AtomicInteger();

    /** Stops this process for 300 ms. */
    private static void standStill() throws Exception {
        long self = ProcessHandle.current().pid();
        String commands = "kill -STOP " + self + "; sleep 0.3; kill -CONT " + self;
        assertEquals(0, new ProcessBuilder("sh", "-c", commands).start().waitFor());
    }

    @Test
    void aStopIsMeasured() throws Exception {
        try (StallMeter meter = new StallMeter()) {
            standStill();
            long millis = meter.longestGap().toMillis();
            assertTrue(millis >= 250, millis + " ms");
        }
    }

    @Test
    void aFailureDuringAStopIsTriedAgain() throws Exception {
        AtomicInteger anew = new AtomicInteger();
        Conclusive.run(
                () -> {
                    if (rounds.incrementAndGet() == 1) {
                        standStill();
                        throw new AssertionError("the machine's");
                    }
                },
                anew::incrementAndGet);
        assertEquals(2, rounds.get());
        assertEquals(1, anew.get());
    }

    @Test
    void whatFailsDuringEveryStopFailsWithTheGaps() {
        AssertionError told = assertThrows(
                AssertionError.class,
                () -> Conclusive.run(() -> {
                    rounds.incrementAndGet();
                    standStill();
                    throw new AssertionError("always");
                }));
        assertEquals(5, rounds.get());
        assertTrue(String.valueOf(told.getMessage()).contains("5 rounds, ms: ["), told.getMessage());
    }

    @Test
    void otherFaultsAreNotTriedAgain() {
        IllegalStateException fault = new IllegalStateException("not of timing");
        assertSame(
                fault,
                assertThrows(
                        IllegalStateException.class,
                        () -> Conclusive.run(() -> {
                            rounds.incrementAndGet();
                            throw fault;
                        })));
        assertEquals(1, rounds.get());
    }
}
