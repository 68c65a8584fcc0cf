package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

final class TimerSlackTest {
    @Test
    void changesTheCallingThreadOnly() throws Exception {
        int before = TimerSlack.get();
        var seen = new FutureTask<>(() -> {
            TimerSlack.set(1_234);
            return TimerSlack.get();
        });
        Thread.ofPlatform().start(seen);
        assertEquals(1_234, seen.get());
        assertEquals(before, TimerSlack.get());
    }

    @Test
    void refusesOtherValuesAndVirtualThreads() throws Exception {
        assertThrows(IllegalArgumentException.class, () -> TimerSlack.set(0));
        assertThrows(IllegalArgumentException.class, () -> TimerSlack.set(1_000_000_001));
        var onVirtual = new FutureTask<>(() -> assertThrows(IllegalStateException.class, TimerSlack::get));
        Thread.ofVirtual().start(onVirtual);
        assertTrue(String.valueOf(onVirtual.get().getMessage()).contains("virtual"));
    }
}
