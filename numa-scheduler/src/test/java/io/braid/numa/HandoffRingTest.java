package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@SuppressWarnings("ThreadPriorityCheck") // yields keep the stress moving on few CPUs, nothing depends on them
final class HandoffRingTest {
    private final List<String> got = new ArrayList<>();
    private final HandoffRing.Handler collect = (mbuf, port) -> got.add(mbuf + ":" + port);

    @Test
    void givesWhatWasOfferedInOrderUpToTheLimit() {
        HandoffRing ring = new HandoffRing(8);
        assertEquals(0, ring.poll(collect, 10));
        for (int i = 1; i <= 5; i++) {
            assertTrue(ring.offer(i, i * 10));
        }
        assertEquals(5, ring.size());
        assertEquals(3, ring.poll(collect, 3));
        assertEquals(List.of("1:10", "2:20", "3:30"), got);
        assertEquals(2, ring.size());
        assertEquals(0, ring.poll(collect, 0));
        assertEquals(0, ring.poll(collect, -1));
        assertEquals(2, ring.poll(collect, 64));
        assertEquals(0, ring.size());
    }

    @Test
    void aFullRingTakesNothingAndSaysSo() {
        HandoffRing ring = new HandoffRing(4);
        for (int i = 0; i < 4; i++) {
            assertTrue(ring.offer(i, 0));
        }
        assertFalse(ring.offer(99, 0));
        assertEquals(0, ring.offer(Burst.of(99).address(), 1, 0));
        assertEquals(1, ring.poll(collect, 1));
        assertTrue(ring.offer(4, 0));
        assertEquals(4, ring.poll(collect, 64));
        assertEquals(List.of("0:0", "1:0", "2:0", "3:0", "4:0"), got);
    }

    @Test
    void aBatchTakesAsManyAsFit() {
        HandoffRing ring = new HandoffRing(8);
        long burst = Burst.range(100, 112).address();
        assertEquals(5, ring.offer(burst, 5, 1));
        assertEquals(3, ring.offer(burst + 5 * Long.BYTES, 7, 2));
        assertEquals(0, ring.offer(burst, 4, 2));
        assertEquals(0, ring.offer(burst, 0, 2));
        assertEquals(0, ring.offer(burst, -1, 2));
        assertEquals(8, ring.poll(collect, 64));
        assertEquals(List.of("100:1", "101:1", "102:1", "103:1", "104:1", "105:2", "106:2", "107:2"), got);
    }

    @Test
    void aHandlerThatThrowsIsNotGivenThePacketAgain() {
        HandoffRing ring = new HandoffRing(8);
        ring.offer(1, 0);
        ring.offer(2, 0);
        ring.offer(3, 0);
        IllegalStateException e = assertThrows(
                IllegalStateException.class,
                () -> ring.poll(
                        (mbuf, port) -> {
                            collect.onPacket(mbuf, port);
                            if (mbuf == 2) {
                                throw new IllegalStateException("bug");
                            }
                        },
                        64));
        assertEquals("bug", e.getMessage());
        assertEquals(1, ring.size());
        assertEquals(1, ring.poll(collect, 64));
        assertEquals(List.of("1:0", "2:0", "3:0"), got);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 3, 1000, 1 << 21})
    void refusesOtherCapacities(int capacity) {
        assertThrows(IllegalArgumentException.class, () -> new HandoffRing(capacity));
    }

    /** Producer p offers p &lt;&lt; 32 | n for n = 0, 1, ..., half of them in batches; a full ring is retried. */
    @ParameterizedTest
    @ValueSource(ints = {4, 64, 1024})
    void manyProducersLoseAndReorderNothing(int capacity) throws InterruptedException {
        int producers = 4;
        int each = capacity == 4 ? 20_000 : 100_000; // a ring of four makes everyone wait most of the time
        HandoffRing ring = new HandoffRing(capacity);
        AtomicLong refused = new AtomicLong();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            long tag = (long) p << 32;
            boolean batches = p % 2 == 0;
            int port = p;
            threads.add(Thread.ofPlatform().start(() -> {
                await(go);
                produce(ring, tag, port, each, batches, refused);
            }));
        }
        long[] next = new long[producers];
        long[] wrong = new long[1];
        HandoffRing.Handler check = (mbuf, port) -> {
            if (mbuf >>> 32 != port || (mbuf & 0xffffffffL) != next[port]) {
                wrong[0]++;
            }
            next[port]++;
        };
        go.countDown();
        long total = 0;
        while (total < (long) producers * each) {
            int count = ring.poll(check, 32);
            assertTrue(count <= 32);
            total += count;
            if (count == 0) {
                Thread.yield();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, wrong[0], "lost, repeated or out of order");
        for (long count : next) {
            assertEquals(each, count);
        }
        assertEquals(0, ring.size());
        assertEquals(0, ring.poll(check, 32));
        assertTrue(capacity > 4 || refused.get() > 0, "a ring of four must have been full at times");
    }

    @Test
    void steadyStateAllocatesNothing() {
        HandoffRing ring = new HandoffRing(64);
        long burst = Burst.range(0, 48).address();
        long tags = Burst.tags(48, 5);
        long[] sum = new long[1];
        HandoffRing.Handler add = (mbuf, port) -> sum[0] += mbuf + port;
        HandoffRing.BurstHandler addBurst = (packets, count, tag) -> sum[0] += Memory.getLong(packets) + count + tag;
        long bytes = Allocation.ofSteadyState(() -> {
            for (int i = 0; i < 200; i++) {
                ring.offer(burst, 48, 3);
                ring.offerTagged(burst, tags, 48); // takes a part
                ring.offer(7, 1); // finds it full
                ring.poll(add, 32);
                ring.pollBursts(addBurst, 64);
                ring.offer(7, 1);
                sum[0] += ring.passed(ring.mark()) ? 0 : ring.remaining();
            }
        });
        assertEquals(0, bytes);
        assertTrue(sum[0] > 0);
    }

    private static void produce(HandoffRing ring, long tag, int port, int each, boolean batches, AtomicLong refused) {
        long burst = Burst.range(0, 16).address();
        int sent = 0;
        while (sent < each) {
            int count = batches ? Math.min(16, each - sent) : 1;
            for (int i = 0; i < count; i++) {
                Memory.putLong(burst + (long) i * Long.BYTES, tag | (sent + i));
            }
            int taken = batches ? ring.offer(burst, count, port) : ring.offer(tag | sent, port) ? 1 : 0;
            sent += taken;
            if (taken < count) {
                refused.incrementAndGet();
                Thread.yield();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
