package io.braid.dataplane.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.engine.LatencySource;
import io.braid.dataplane.engine.WorkerLatency.Stage;
import io.braid.dataplane.latency.LatencyFigures.Percentiles;
import org.junit.jupiter.api.Test;

class StageHistoryTest {
    private static final int INTERVALS = 3;

    private final LatencySource source = new LatencySource();
    private final StageHistory history = new StageHistory("worker-0", Stage.WORKER, source.latency(), INTERVALS);

    @Test
    void withoutSamplesAllIsZero() {
        history.next();
        assertEquals(
                new LatencyFigures("worker-0", Stage.WORKER, new Percentiles(0, 0, 0, 0, 0, 0), 0, 0),
                history.figures());
    }

    @Test
    void percentilesAreOfTheLastIntervalsAndCountsOfAll() {
        source.sojourn(5_000_000);
        history.next();
        for (int interval = 0; interval < INTERVALS; interval++) {
            for (int i = 0; i < 99; i++) {
                source.sojourn(1_000);
            }
            source.sojourn(20_000);
            history.next();
        }
        LatencyFigures figures = history.figures();
        assertEquals(301, figures.count());
        assertEquals(300, figures.recent().count());
        near(1_000, figures.recent().p50());
        near(1_000, figures.recent().p99());
        near(20_000, figures.recent().p999());
        near(20_000, figures.recent().most());
        near(5_000_000 + 3 * (99 * 1_000 + 20_000), (long) figures.sumNanos());
    }

    @Test
    void oneStageIsNotTheOther() {
        source.ringWait(7_000);
        history.next();
        assertEquals(0, history.figures().count());
        var ring = new StageHistory("worker-0", Stage.RING, source.latency(), INTERVALS);
        assertEquals("worker-0.ring", ring.next().getTag());
        near(7_000, ring.figures().recent().most());
    }

    private static void near(long expected, long found) {
        assertTrue(Math.abs(found - expected) <= expected / 25, found + " instead of " + expected);
    }
}
