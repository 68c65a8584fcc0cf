package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import io.braid.linux.CpuAffinity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker is closed while producers offer as fast as they can: what was taken is handled or still in the ring, in order. */
@Timeout(60)
final class CleanStopTest {
    private static final int PRODUCERS = 3;

    private final HandoffRing ring = new HandoffRing(256);
    private final AtomicBoolean offering = new AtomicBoolean(true);
    private final AtomicLong taken = new AtomicLong();
    /** Written by the worker, and by the test after the worker has ended. */
    private final long[] next = new long[PRODUCERS];

    private long handled;
    private long wrong;

    private void handle(long packets, int count, int tag) {
        for (int i = 0; i < count; i++) {
            long packet = Memory.getLong(packets + (long) i * Long.BYTES);
            wrong += packet == next[tag]++ ? 0 : 1;
        }
        handled += count;
    }

    private void produce(int producer) {
        long burst = Burst.range(0, 32).address();
        long sent = 0;
        while (offering.get()) {
            for (int i = 0; i < 32; i++) {
                Memory.putLong(burst + (long) i * Long.BYTES, sent + i);
            }
            sent += ring.offer(burst, 32, producer); // the rest is offered again: numbers go on without a gap
            if (ring.remaining() < 32) {
                LockSupport.parkNanos(20_000);
            }
        }
        taken.addAndGet(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"busy", "pause", "backoff", "sleep"})
    void nothingThatWasTakenIsLost(String strategy) throws InterruptedException {
        IdleStrategy idle = switch (strategy) {
            case "busy" -> IdleStrategy.busySpin();
            case "pause" -> IdleStrategy.pause();
            case "backoff" -> IdleStrategy.backoff();
            default -> IdleStrategy.sleep(1_000_000);
        };
        ring.wakes(idle);
        AtomicBoolean closed = new AtomicBoolean();
        Agent agent = new Agent() {
            @Override
            public int doWork() {
                return ring.pollBursts(CleanStopTest.this::handle, 64);
            }

            @Override
            public void onClose() {
                closed.set(true);
            }

            @Override
            public String name() {
                return "closing";
            }
        };
        WorkerThread worker = new WorkerThread(agent, CpuAffinity.get().last(), idle).start();
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            producers.add(Thread.ofPlatform().start(() -> produce(producer)));
        }
        long end = System.nanoTime() + 20_000_000_000L;
        while (worker.dutyCycle().busyCycles() < 1_000) {
            Thread.sleep(5);
            assertTrue(System.nanoTime() < end, "1000 busy cycles within 20 s");
        }
        worker.close(); // the producers go on, until the ring is full
        assertFalse(worker.isAlive());
        assertTrue(closed.get());
        offering.set(false);
        for (Thread producer : producers) {
            producer.join();
        }
        long before = handled;
        assertEquals(taken.get() - before, ring.size(), "what was taken and not handled is in the ring");
        ring.pollBursts(this::handle, ring.capacity());
        assertEquals(taken.get(), handled);
        assertEquals(0, wrong, "in order of each producer");
        assertEquals(0, ring.size());
    }
}
