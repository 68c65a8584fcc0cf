package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PriorityChoiceTest {
    @TempDir
    private Path directory;

    private Path runtime(String text) throws IOException {
        return Files.writeString(directory.resolve("sched_rt_runtime_us"), text);
    }

    private static CpuSet cpus(String list) {
        return CpuSet.parse(list);
    }

    @Test
    void normalIsAlwaysGiven() {
        var choice = PriorityChoice.of(
                WorkerPriority.NORMAL, List.of(0), cpus("0"), false, directory.resolve("nothing-here"));
        assertEquals(WorkerPriority.NORMAL, choice.priority());
        assertEquals(List.of(), choice.warnings());
    }

    @Test
    void fifoIsGivenWhereTheSystemHasACpuOfItsOwn() throws IOException {
        var choice = PriorityChoice.of(WorkerPriority.FIFO, List.of(2, 3), cpus("0-3"), false, runtime("950000\n"));
        assertEquals(WorkerPriority.FIFO, choice.priority());
        assertEquals(List.of(), choice.warnings());
        assertEquals(
                WorkerPriority.FIFO,
                PriorityChoice.of(WorkerPriority.FIFO, List.of(1), cpus("0-1"), true, runtime("-1\n"))
                        .priority(),
                "one that sleeps may have all the time there is");
    }

    @Test
    void fifoIsRefusedOnTheOnlyCpus() throws IOException {
        for (var workers : List.of(List.of(0), List.of(0, 1), List.of(1, 0, 5))) {
            CpuSet usable = workers.size() == 1 ? cpus("0") : cpus("0-1");
            var choice = PriorityChoice.of(WorkerPriority.FIFO, workers, usable, true, runtime("950000"));
            assertEquals(WorkerPriority.NORMAL, choice.priority());
            assertTrue(choice.warnings().getFirst().contains("every usable CPU (" + usable + ")"));
        }
    }

    @Test
    void fifoIsRefusedToWorkersThatNeverSleepWhenTheKernelDoesNotLimitIt() throws IOException {
        for (String text : List.of("-1\n", "much", "")) {
            var choice = PriorityChoice.of(WorkerPriority.FIFO, List.of(3), cpus("0-3"), false, runtime(text));
            assertEquals(WorkerPriority.NORMAL, choice.priority(), text);
            assertEquals(1, choice.warnings().size());
            assertTrue(choice.warnings().getFirst().contains("they never sleep"));
        }
        var unreadable =
                PriorityChoice.of(WorkerPriority.FIFO, List.of(3), cpus("3"), false, directory.resolve("nothing-here"));
        assertEquals(2, unreadable.warnings().size(), "every reason is named");
    }

    @Test
    void theKernelsLimitIsReadable() {
        assertTrue(Files.isReadable(PriorityChoice.RT_RUNTIME));
    }
}
