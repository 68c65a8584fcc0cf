package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of three uplinks are used: a letter for each that is. */
class UsablePathsTest {
    private final PathHealth health = new PathHealth(3);
    private final List<UplinkMonitor> monitors = new ArrayList<>();

    UsablePathsTest() {
        for (int i = 0; i < 3; i++) {
            monitors.add(UplinkMonitorTest.resolved());
        }
    }

    private String usable() {
        boolean[] ipv4 = UsablePaths.of(monitors, health, true);
        assertEquals(Arrays.toString(ipv4), Arrays.toString(UsablePaths.of(monitors, health, false)));
        return (ipv4[0] ? "a" : "") + (ipv4[1] ? "b" : "") + (ipv4[2] ? "c" : "");
    }

    @Test
    void deadAndDrainedPathsAreNotUsed() {
        assertEquals("abc", usable());
        health.fault(0, "bfd", "silent");
        assertEquals("bc", usable());
        health.drained(1, true);
        assertEquals("c", usable());
    }

    @Test
    void aDrainedPathIsBetterThanNone() {
        health.drained(0, true);
        health.fault(1, "bfd", "silent");
        health.fault(2, "bfd", "silent");
        assertEquals("a", usable());
    }

    @Test
    void aDoubtfulPathIsBetterThanNone() {
        health.fault(0, "bfd", "silent");
        health.fault(1, "bfd", "silent");
        health.drained(1, true);
        health.fault(2, "bfd", "silent");
        assertEquals("abc", usable());
        monitors.get(2).link(false, 10);
        assertEquals("ab", usable(), "without link there is nothing to try");
        monitors.get(0).link(false, 10);
        monitors.get(1).link(false, 10);
        assertEquals("", usable());
    }
}
