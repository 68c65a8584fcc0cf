package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TaskWorkersTest {
    private final TaskWorkers workers = new TaskWorkers(List.of(0, 0, 1));

    @Test
    void onItsNodeTheWorkerWithFewestTasks() {
        assertEquals(0, workers.assign(10, 0));
        assertEquals(1, workers.assign(11, 0));
        assertEquals(0, workers.assign(12, 0));
        assertEquals(2, workers.assign(13, 1));
        assertEquals(2, workers.assign(14, 1));
        workers.release(10);
        workers.release(12);
        assertEquals(0, workers.assign(15, 0));
    }

    @Test
    void anywhereWhenTheNodeIsUnknownOrHasNoWorker() {
        assertEquals(0, workers.assign(10, -1));
        assertEquals(1, workers.assign(11, 7));
        assertEquals(2, workers.assign(12, -1));
    }

    @Test
    void aTaskThatMovesCountsOnceOnly() {
        assertEquals(0, workers.assign(10, 0));
        assertEquals(2, workers.assign(10, 1));
        assertEquals(0, workers.assign(11, 0));
        workers.set(11, 1);
        assertEquals(0, workers.assign(12, 0));
    }
}
