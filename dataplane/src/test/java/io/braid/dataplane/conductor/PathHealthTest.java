package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PathHealthTest {
    private final PathHealth health = new PathHealth(2);

    @Test
    void isAliveWhenNobodySaysOtherwise() {
        assertTrue(health.of(0).alive());
        health.fault(0, "bfd a", "silent");
        health.fault(0, "bgp b", "hold time");
        assertFalse(health.of(0).alive());
        assertTrue(health.of(1).alive());
        assertEquals(List.of("silent", "hold time"), health.of(0).reasons());
        health.fault(0, "bfd a", "silent again");
        health.clear(0, "bgp b");
        assertEquals(List.of("silent again"), health.of(0).reasons());
        health.clear(0, "bfd a");
        assertTrue(health.of(0).alive());
    }

    @Test
    void aDrainedPathIsAlive() {
        health.drained(1, true);
        assertTrue(health.of(1).alive());
        assertTrue(health.of(1).drained());
        assertEquals(List.of("drained"), health.of(1).reasons());
        health.fault(1, "bfd a", "silent");
        assertEquals(List.of("drained", "silent"), health.of(1).reasons());
        health.drained(1, false);
        assertEquals(List.of("silent"), health.of(1).reasons());
    }

    @Test
    void wakesForChangesOnly() {
        var woken = new AtomicInteger();
        health.onChange(woken::incrementAndGet);
        health.clear(0, "bfd a");
        health.drained(0, false);
        assertEquals(0, woken.get());
        health.fault(0, "bfd a", "silent");
        health.fault(0, "bfd a", "silent");
        assertEquals(1, woken.get());
    }
}
