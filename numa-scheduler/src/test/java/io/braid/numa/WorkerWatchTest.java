package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuAffinity;
import io.braid.numa.WorkerWatch.Event;
import io.braid.numa.WorkerWatch.Recovered;
import io.braid.numa.WorkerWatch.Stuck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkerWatchTest {
    private static final Duration LIMIT = Duration.ofMillis(200);

    private enum Mode {
        IDLE,
        BUSY,
        STUCK,
        THROW
    }

    /** Does what it is told. */
    private static final class Puppet implements Agent {
        private final String name;
        private volatile Mode mode;

        private Puppet(String name, Mode mode) {
            this.name = name;
            this.mode = mode;
        }

        @Override
        public int doWork() {
            return switch (mode) {
                case IDLE -> 0;
                case BUSY -> 1;
                case STUCK -> endless();
                case THROW -> throw new IllegalStateException("bug");
            };
        }

        private int endless() {
            while (mode == Mode.STUCK) {
                LockSupport.parkNanos(100_000);
            }
            return 1;
        }

        @Override
        public String name() {
            return name;
        }
    }

    private static WorkerThread start(Puppet puppet, IdleStrategy idle) {
        return new WorkerThread(puppet, CpuAffinity.get().last(), idle).start();
    }

    private static List<Event> pollUntil(WorkerWatch watch, Predicate<List<Event>> enough) {
        List<Event> all = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!enough.test(all)) {
            all.addAll(watch.poll(System.nanoTime()));
            LockSupport.parkNanos(1_000_000);
            assertTrue(System.nanoTime() < end, () -> "not seen within 20 s, only " + all);
        }
        return all;
    }

    @Test
    void aStuckWorkerIsToldOnceWithItsPlaceAndSoIsItsRecovery() {
        var puppet = new Puppet("hangs", Mode.BUSY);
        try (WorkerThread worker = start(puppet, IdleStrategy.backoff())) {
            var watch = new WorkerWatch(List.of(worker), LIMIT);
            puppet.mode = Mode.STUCK;
            List<Event> events = pollUntil(watch, all -> !all.isEmpty());
            Stuck stuck = assertInstanceOf(Stuck.class, events.getFirst());
            assertEquals(worker.name(), stuck.worker());
            assertTrue(stuck.nanos() > LIMIT.toNanos());
            assertTrue(
                    stuck.stack().stream().anyMatch(line -> line.contains("Puppet.endless")),
                    stuck.stack().toString());
            assertTrue(stuck.stack().size() <= WorkerWatch.FRAMES);
            assertEquals(1, watch.stuck());
            assertTrue(worker.dutyCycle().recentLongestCycleNanos(System.nanoTime()) > LIMIT.toNanos());
            for (int i = 0; i < 50; i++) {
                assertEquals(List.of(), watch.poll(System.nanoTime() + TimeUnit.SECONDS.toNanos(i)));
            }
            puppet.mode = Mode.BUSY;
            Event recovered = pollUntil(watch, all -> !all.isEmpty()).getFirst();
            assertInstanceOf(Recovered.class, recovered);
            assertEquals(worker.name(), recovered.worker());
            assertTrue(recovered.nanos() > stuck.nanos());
            assertEquals(0, watch.stuck());
            puppet.mode = Mode.STUCK;
            assertInstanceOf(
                    Stuck.class, pollUntil(watch, all -> !all.isEmpty()).getFirst(), "told again the next time");
            puppet.mode = Mode.BUSY;
        }
    }

    @Test
    void onlyTheOneThatHangsIsTold() {
        var hangs = new Puppet("hangs", Mode.STUCK);
        try (WorkerThread idle = start(new Puppet("idle", Mode.IDLE), IdleStrategy.sleep(10_000_000));
                WorkerThread fails = start(new Puppet("fails", Mode.THROW), IdleStrategy.backoff());
                WorkerThread stuck = start(hangs, IdleStrategy.backoff())) {
            var neverStarted = new WorkerThread(new Puppet("new", Mode.IDLE), 0, IdleStrategy.backoff());
            var watch = new WorkerWatch(List.of(idle, fails, neverStarted, stuck), LIMIT);
            long end = System.nanoTime() + 4 * LIMIT.toNanos();
            List<Event> events = new ArrayList<>();
            while (System.nanoTime() < end) {
                events.addAll(watch.poll(System.nanoTime()));
                LockSupport.parkNanos(1_000_000);
            }
            assertEquals(1, watch.stuck());
            assertTrue(
                    events.stream()
                            .filter(e -> e instanceof Stuck)
                            .allMatch(e -> e.worker().equals(stuck.name())),
                    events.toString());
            hangs.mode = Mode.IDLE;
            assertInstanceOf(
                    Recovered.class, pollUntil(watch, all -> !all.isEmpty()).getFirst());
        }
    }

    @Test
    void aWorkerThatEndsIsNotStuckAnyMore() {
        var puppet = new Puppet("ends", Mode.STUCK);
        WorkerThread worker = start(puppet, IdleStrategy.backoff());
        var watch = new WorkerWatch(List.of(worker), LIMIT);
        pollUntil(watch, all -> !all.isEmpty());
        Thread release = Thread.ofPlatform().start(() -> {
            LockSupport.parkNanos(50_000_000);
            puppet.mode = Mode.BUSY;
        });
        worker.close();
        assertTrue(!worker.isAlive() && release != null);
        assertInstanceOf(Recovered.class, watch.poll(System.nanoTime()).getFirst());
        assertEquals(List.of(), watch.poll(System.nanoTime() + TimeUnit.HOURS.toNanos(1)));
    }

    @Test
    void pollingAllocatesNothingWhenNothingIsNew() {
        try (WorkerThread worker = start(new Puppet("idle", Mode.IDLE), IdleStrategy.backoff())) {
            var watch = new WorkerWatch(List.of(worker), WorkerWatch.DEFAULT_LIMIT);
            assertEquals(0, Allocation.ofSteadyState(() -> watch.poll(System.nanoTime())));
        }
    }
}
