package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import io.braid.linux.LinuxException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkerThreadTest {
    private final int cpu = CpuAffinity.get().last();

    @Test
    void pinsThenStartsThenWorksThenClosesOnItsOwnThread() {
        List<String> calls = new CopyOnWriteArrayList<>();
        AtomicReference<@Nullable CpuSet> mask = new AtomicReference<>();
        Agent agent = new Fake() {
            @Override
            public void onStart() {
                mask.set(CpuAffinity.get());
                calls.add("start " + Thread.currentThread().getName()
                        + Thread.currentThread().isDaemon());
            }

            @Override
            public int doWork() {
                if (calls.size() == 1) {
                    calls.add("work");
                }
                return 0;
            }

            @Override
            public void onClose() {
                calls.add("close " + Thread.currentThread().getName());
            }
        };
        try (WorkerThread worker = new WorkerThread(agent, cpu, IdleStrategy.backoff()).start()) {
            assertEquals(CpuSet.of(cpu), mask.get());
            until(() -> calls.size() == 2);
            assertTrue(worker.isAlive());
        }
        String name = "fake@cpu" + cpu;
        assertEquals(List.of("start " + name + "false", "work", "close " + name), calls);
    }

    @Test
    void aFailedStartIsRethrownAndLeavesNothingRunning() {
        List<String> calls = new CopyOnWriteArrayList<>();
        Agent agent = new Fake() {
            @Override
            public void onStart() {
                throw new IllegalArgumentException("no queue");
            }

            @Override
            public void onClose() {
                calls.add("close");
            }
        };
        WorkerThread worker = new WorkerThread(agent, cpu, IdleStrategy.backoff());
        IllegalStateException e = assertThrows(IllegalStateException.class, worker::start);
        assertTrue(String.valueOf(e.getMessage()).endsWith("did not start: no queue"), e.getMessage());
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
        assertEquals(List.of("close"), calls, "what onStart got before it failed must be given back");
        worker.close();
        assertFalse(worker.isAlive());
    }

    @Test
    void aCpuThatDoesNotExistFailsTheStartBeforeTheAgentIsTouched() {
        Agent untouched = new Fake() {
            @Override
            public void onStart() {
                throw new AssertionError("started");
            }

            @Override
            public void onClose() {
                throw new AssertionError("closed");
            }
        };
        try (WorkerThread worker = new WorkerThread(untouched, 1023, IdleStrategy.backoff())) {
            IllegalStateException e = assertThrows(IllegalStateException.class, worker::start);
            LinuxException cause = assertInstanceOf(LinuxException.class, e.getCause());
            assertEquals("EINVAL", cause.errnoName());
        }
    }

    @Test
    void aFaultIsCountedOnceAndTheLoopGoesOn() {
        Agent agent = new Fake() {
            private int calls;

            @Override
            public int doWork() {
                if (++calls % 2 == 0) {
                    throw new IllegalStateException("call " + calls);
                }
                return 1;
            }
        };
        try (WorkerThread worker = new WorkerThread(agent, cpu, IdleStrategy.backoff()).start()) {
            until(() -> worker.dutyCycle().failures() >= 100);
            assertTrue(worker.dutyCycle().busyCycles() >= 99);
            assertEquals(1, worker.errors().entries().size());
            assertTrue(worker.errors().entries().getFirst().count() >= 99);
        }
    }

    @Test
    void aPermanentFaultNeitherEndsTheWorkerNorSpins() throws InterruptedException {
        Agent agent = new Fake() {
            @Override
            public int doWork() {
                throw new StackOverflowError();
            }
        };
        try (WorkerThread worker = new WorkerThread(agent, cpu, IdleStrategy.busySpin()).start()) {
            until(() -> worker.dutyCycle().failures() >= 16); // the sleep is at its bound of 10 ms by now
            long begin = System.nanoTime();
            long before = worker.dutyCycle().failures();
            Thread.sleep(300);
            long failures = worker.dutyCycle().failures() - before;
            long most = (System.nanoTime() - begin) / 10_000_000 + 2;
            assertTrue(failures >= 1, "it goes on");
            assertTrue(failures <= most, "at most one per 10 ms: " + failures + " of " + most);
            assertTrue(worker.isAlive());
        }
    }

    @Test
    void aFaultInOnCloseIsKept() {
        Agent agent = new Fake() {
            @Override
            public void onClose() {
                throw new IllegalStateException("close");
            }
        };
        WorkerThread worker = new WorkerThread(agent, cpu, IdleStrategy.backoff()).start();
        worker.close();
        assertFalse(worker.isAlive());
        assertEquals("close", worker.errors().entries().getFirst().lastMessage());
    }

    @Test
    void stallsAndTheLongestCycleAreSeen() {
        Agent agent = new Fake() {
            private int calls;

            @Override
            public int doWork() {
                if (++calls == 50) {
                    long end = System.nanoTime() + 30_000_000;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                }
                return calls % 2;
            }
        };
        Duration stall = Duration.ofMillis(20);
        try (WorkerThread worker = new WorkerThread(agent, cpu, options(IdleStrategy.backoff(), stall)).start()) {
            until(() -> worker.dutyCycle().cycles() > 100);
            DutyCycle duty = worker.dutyCycle();
            assertTrue(duty.stalls() >= 1);
            assertTrue(duty.longestCycleNanos() >= 30_000_000);
            assertTrue(duty.recentLongestCycleNanos(System.nanoTime()) >= 30_000_000);
            assertEquals(20_000_000, duty.stallThresholdNanos());
            assertTrue(duty.busyCycles() >= 50 && duty.busyCycles() < duty.cycles());
            assertEquals(0, duty.failures());
        }
    }

    @Test
    void closingIsIdempotentAndAllowedFromTheWorkerItself() {
        AtomicReference<@Nullable WorkerThread> self = new AtomicReference<>();
        Agent agent = new Fake() {
            @Override
            public int doWork() {
                WorkerThread worker = self.get();
                if (worker != null) {
                    worker.close();
                }
                return 0;
            }
        };
        WorkerThread worker = new WorkerThread(agent, cpu, IdleStrategy.backoff()).start();
        self.set(worker);
        until(() -> !worker.isAlive());
        worker.close();
        worker.close();
        assertThrows(IllegalStateException.class, worker::start);
        WorkerThread never = new WorkerThread(new Fake() {}, cpu, IdleStrategy.backoff());
        never.close();
        assertThrows(IllegalStateException.class, never::start);
    }

    @Test
    void theLoopAllocatesNothing() throws InterruptedException {
        Agent agent = new Fake() {
            private int calls;

            @Override
            public int doWork() {
                return ++calls & 1;
            }
        };
        try (WorkerThread worker = new WorkerThread(agent, cpu, IdleStrategy.backoff()).start()) {
            until(() -> worker.dutyCycle().cycles() > 200_000);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 10 && least > 0; i++) {
                long before = Allocation.bytesOf(worker.threadId());
                long cycles = worker.dutyCycle().cycles();
                Thread.sleep(20);
                until(() -> worker.dutyCycle().cycles() > cycles + 1_000);
                least = Math.min(least, Allocation.bytesOf(worker.threadId()) - before);
            }
            assertEquals(0, least);
        }
    }

    private static WorkerOptions options(IdleStrategy idle, Duration stall) {
        return new WorkerOptions(idle, stall, new DistinctErrors(), WorkerPriority.NORMAL);
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                fail("not reached within 20 s");
            }
            LockSupport.parkNanos(100_000); // the worker may need this CPU
        }
    }

    private abstract static class Fake implements Agent {
        @Override
        public int doWork() {
            return 0;
        }

        @Override
        public String name() {
            return "fake";
        }
    }
}
