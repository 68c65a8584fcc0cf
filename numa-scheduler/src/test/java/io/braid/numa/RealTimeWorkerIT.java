package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Needs root, and two CPUs: the real-time worker gets the last one. */
@Timeout(60)
final class RealTimeWorkerIT {
    private final CpuSet usable = CpuAffinity.get();
    private final int cpu = usable.last();
    private volatile String scheduling = "";

    /** Policy, real-time priority and nice value of the calling thread; columns 41, 40 and 19 of /proc/PID/stat. */
    private static String scheduling() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return columns[41 - 3] + "/" + columns[40 - 3] + "/" + columns[19 - 3];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Busy implements Agent {
        @Override
        public void onStart() {
            scheduling = scheduling();
        }

        @Override
        public int doWork() {
            return 1;
        }

        @Override
        public String name() {
            return "busy";
        }
    }

    private WorkerThread worker(WorkerPriority priority) {
        return new WorkerThread(
                new Busy(),
                cpu,
                new WorkerOptions(
                        IdleStrategy.busySpin(), WorkerOptions.DEFAULT_STALL, new DistinctErrors(), priority));
    }

    @Test
    void aWorkerThatIsAlwaysBusyLeavesTimeToOthersOnItsCpu() throws InterruptedException {
        assertTrue(usable.size() > 1, "the system needs a CPU of its own, this process may use only " + usable);
        try (WorkerThread worker = worker(WorkerPriority.FIFO).start()) {
            assertTrue(scheduling.startsWith("1/1/"), scheduling);
            assertEquals(WorkerPriority.FIFO, worker.priority());
            // An ordinary thread on the same CPU: it gets its turn in the rests, which come 20 times a second.
            Thread other = Thread.ofPlatform().start(() -> {
                CpuAffinity.pin(cpu);
                scheduling = scheduling();
            });
            other.join(20_000);
            assertTrue(!other.isAlive(), "starved by the worker");
            assertTrue(scheduling.startsWith("0/0/"), scheduling);
            long rests = worker.dutyCycle().rests();
            long begin = System.nanoTime();
            Thread.sleep(1_000);
            long seconds = Math.max(1, (System.nanoTime() - begin) / 1_000_000_000);
            long more = worker.dutyCycle().rests() - rests;
            assertTrue(more >= 5 && more <= 21 * (seconds + 1), more + " rests in " + seconds + " s");
            assertEquals(0, worker.dutyCycle().failures());
        }
    }

    @Test
    void anOrdinaryWorkerIsPreferredAndDoesNotRest() throws InterruptedException {
        try (WorkerThread worker = worker(WorkerPriority.NORMAL).start()) {
            assertEquals("0/0/-15", scheduling);
            assertEquals(WorkerPriority.NORMAL, worker.priority());
            Thread.sleep(200);
            assertEquals(0, worker.dutyCycle().rests());
        }
    }

    @Test
    void fifoIsAllowedHere() {
        assertEquals(
                new PriorityChoice(WorkerPriority.FIFO, List.of()),
                PriorityChoice.of(WorkerPriority.FIFO, List.of(cpu), usable, true, PriorityChoice.RT_RUNTIME));
    }
}
