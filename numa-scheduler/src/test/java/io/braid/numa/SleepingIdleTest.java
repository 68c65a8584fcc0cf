package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuAffinity;
import io.braid.linux.TimerSlack;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SleepingIdleTest {
    private static final long LONGEST = SleepingIdle.LONGEST_NANOS;

    @Test
    void announcesItsSleepOneCycleBefore() {
        var idle = new SleepingIdle(LONGEST);
        for (int i = 0; i < 50; i++) {
            idle.idle(0);
            assertFalse(idle.announced(), "it spins first");
        }
        long begin = System.nanoTime();
        idle.idle(0);
        assertTrue(idle.announced());
        idle.idle(1);
        assertFalse(idle.announced(), "there was something to do after all");
        assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(10), "it did not sleep yet");
    }

    @Test
    void aWakeUpBetweenAnnouncementAndSleepEndsTheSleepAtOnce() throws InterruptedException {
        var idle = new SleepingIdle(LONGEST);
        var slept = new AtomicLong(Long.MAX_VALUE);
        Thread thread = Thread.ofPlatform().start(() -> {
            idle.prepare();
            for (int i = 0; i < 70; i++) {
                idle.idle(0); // until sleeps have their longest
            }
            for (int i = 0; i < 20; i++) {
                assertTrue(idle.announced());
                idle.wake(); // as another thread would
                assertFalse(idle.announced());
                idle.idle(0); // announces again
                assertTrue(idle.announced());
                long begin = System.nanoTime();
                idle.idle(0);
                slept.accumulateAndGet(System.nanoTime() - begin, Math::min);
            }
        });
        thread.join();
        assertTrue(slept.get() < LONGEST / 4, "the permit ends it: " + slept + " ns");
    }

    @Test
    void sleepsLongerAndLongerUpToTheBound() {
        var idle = new SleepingIdle(4_000_000);
        for (int i = 0; i < 51 + 12; i++) {
            idle.idle(0);
        }
        long begin = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            idle.idle(0);
        }
        assertTrue(System.nanoTime() - begin >= 15_000_000, "five sleeps of about 4 ms");
    }

    @Test
    void lowersTheTimerSlackOfItsThreadOnly() throws InterruptedException {
        int before = TimerSlack.get();
        var slack = new AtomicInteger();
        Thread.ofPlatform()
                .start(() -> {
                    IdleStrategy.sleep(50_000).prepare();
                    slack.set(TimerSlack.get());
                })
                .join();
        assertEquals(1_000, slack.get());
        assertEquals(before, TimerSlack.get());
    }

    @Test
    void refusesOtherLengths() {
        assertThrows(IllegalArgumentException.class, () -> IdleStrategy.sleep(999));
        assertThrows(IllegalArgumentException.class, () -> IdleStrategy.sleep(10_000_001));
        IdleStrategy.sleep(1_000);
        IdleStrategy.sleep(10_000_000);
    }

    /**
     * One packet at a time to a worker that sleeps 10 ms when nobody wakes it: were wake-ups lost, a round trip would take that long again and again. A machine under load
     * makes single ones late, so half of them have to be fast.
     */
    @Test
    void aHandOffWakesASleepingWorkerAndNoWakeUpIsLost() {
        int rounds = 400;
        HandoffRing ring = new HandoffRing(64);
        IdleStrategy idle = IdleStrategy.sleep(LONGEST);
        ring.wakes(idle);
        AtomicLong received = new AtomicLong();
        Agent agent = new Agent() {
            @Override
            public int doWork() {
                return ring.poll((packet, tag) -> received.lazySet(packet), 32);
            }

            @Override
            public String name() {
                return "sleeper";
            }
        };
        int fast = 0;
        try (WorkerThread worker = new WorkerThread(agent, CpuAffinity.get().last(), idle).start()) {
            for (int i = 1; i <= rounds; i++) {
                // From "still spinning" to "asleep for long".
                LockSupport.parkNanos(i % 4 == 0 ? 3_000_000 : i * 500L);
                long begin = System.nanoTime();
                assertTrue(ring.offer(i, 0));
                while (received.get() != i) {
                    Thread.onSpinWait();
                    if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(10)) {
                        throw new AssertionError("not received in 10 s");
                    }
                }
                fast += System.nanoTime() - begin < LONGEST / 4 ? 1 : 0;
            }
            assertTrue(worker.dutyCycle().cycles() > rounds);
        }
        assertTrue(fast > rounds / 2, fast + " of " + rounds + " within 2.5 ms");
    }

    @Test
    void closingEndsASleepAtOnce() throws InterruptedException {
        var asleep = new CountDownLatch(2_000);
        Agent agent = new Agent() {
            @Override
            public int doWork() {
                asleep.countDown();
                return 0;
            }

            @Override
            public String name() {
                return "sleeper";
            }
        };
        WorkerThread worker = new WorkerThread(agent, CpuAffinity.get().last(), IdleStrategy.sleep(1_000)).start();
        asleep.await();
        worker.close();
        assertFalse(worker.isAlive());
    }
}
