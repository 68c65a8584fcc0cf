package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitSampleTest {
    private static final long PACKET = 4096;
    private static final long MILLIS = 5;

    private final HandoffRing ring = new HandoffRing(64);

    private void poll() {
        ring.pollBursts((_, _, _) -> {}, 64);
    }

    @Test
    void nothingIsMeasuredUnasked() {
        ring.offer(PACKET, 1);
        poll();
        assertEquals(-1, ring.sampledWait());
    }

    @Test
    void theNextRunIsMeasuredOnceItWasHandled() throws InterruptedException {
        ring.offer(PACKET, 1); // before the question
        ring.sampleWait();
        assertEquals(-1, ring.sampledWait());
        ring.offer(PACKET, 1);
        assertEquals(-1, ring.sampledWait(), "it still waits");
        Thread.sleep(MILLIS);
        poll();
        long waited = ring.sampledWait();
        assertTrue(waited >= TimeUnit.MILLISECONDS.toNanos(MILLIS), waited + " ns");
        assertEquals(-1, ring.sampledWait(), "once");
    }

    @Test
    void aQuestionWhileOneIsOpenIsTheSameOne() {
        ring.sampleWait();
        ring.offer(PACKET, 1);
        ring.sampleWait();
        poll();
        assertTrue(ring.sampledWait() >= 0);
        ring.offer(PACKET, 1);
        poll();
        assertEquals(-1, ring.sampledWait());
        ring.sampleWait();
        ring.offer(PACKET, 1);
        poll();
        assertTrue(ring.sampledWait() >= 0);
    }
}
