package io.braid.perf.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Needs DPDK. Says nothing about time: that is what the command is for. */
@Timeout(120)
final class HandoffFiguresIT {
    @Test
    void everyQueueIsMeasuredInEveryWay() throws InterruptedException {
        List<String> progress = new ArrayList<>();
        HandoffFigures figures = HandoffFigures.measure(0.02, progress::add);
        for (var nanos : List.of(figures.turns(), figures.quiet(), figures.oneProducer(), figures.twoProducers())) {
            assertEquals(5, nanos.size());
            nanos.forEach((queue, value) -> assertTrue(value > 0.01 && value < 1e6, queue + " took " + value + " ns"));
        }
        assertTrue(figures.ratioToRteRing() > 0);
        assertEquals(3, progress.size());
    }
}
