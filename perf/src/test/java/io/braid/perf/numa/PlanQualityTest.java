package io.braid.perf.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PlanQualityTest {
    private static final long SEED = 20261130;

    @Test
    void noPacketCrossesOftenerThanByRoundRobin() {
        PlanQuality quality = PlanQuality.measure(SEED, 500);
        System.out.println(quality);
        assertEquals(List.of(), quality.worseThanRoundRobin());
        assertTrue(quality.wholeHosts() >= 100, quality::toString);
        assertEquals(quality.wholeHosts(), quality.wholeWithoutCrossing(), quality::toString);
        assertTrue(quality.planned() < quality.roundRobin() / 2, quality::toString);
        assertTrue(quality.worstMillis() <= 50, quality::toString);
    }
}
