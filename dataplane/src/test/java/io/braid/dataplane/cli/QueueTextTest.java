package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.FakePlacing;
import io.braid.dataplane.control.QueueReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueTextTest {
    private static final QueueReport REPORT = new FakePlacing().queues();

    @Test
    void showsWorkersQueuesAndWhatToMove() {
        assertEquals("""
                WORKER    CPU  NODE  PACKETS/S
                worker-0    2     0     900.0k
                worker-1    3     0      50000

                QUEUE OF  KIND    QUEUE  WORKER    PACKETS/S
                nic0      uplink      0  worker-0     500.0k
                nic1      uplink      0  worker-0     400.0k
                train-1   task        0  worker-1      50000

                queue 0 of nic0 should go from worker-0 to worker-1: the busiest worker then has 550.0k instead of 900.0k packets a second; braid move nic0 1 --queue 0
                """, QueueText.of(REPORT));
    }

    @Test
    void saysWhenItWillBeDoneOrThereIsNothingToDo() {
        var automatic = new QueueReport("auto", REPORT.workers(), REPORT.queues(), REPORT.proposals());
        assertTrue(QueueText.of(automatic).contains("and will if it stays so"), QueueText.of(automatic));
        var even = new QueueReport("off", REPORT.workers(), List.of(), List.of());
        assertTrue(QueueText.of(even).endsWith("\n\nno move of a queue would help\n"), QueueText.of(even));
    }
}
