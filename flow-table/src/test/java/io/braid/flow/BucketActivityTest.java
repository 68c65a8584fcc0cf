package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketActivityTest {
    private static final int BUCKETS = 256;

    /** Start values around every place where the counter's sign or carry changes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, -50, 1_000_000, Integer.MAX_VALUE, Integer.MAX_VALUE - 50, Integer.MIN_VALUE})
    void countsFromTheLastUse(int start) {
        BucketActivity activity = new BucketActivity(BUCKETS, start);
        activity.touch(7, start);
        assertEquals(0, activity.idleTicks(7, start));
        assertEquals(100, activity.idleTicks(7, start + 100));
        activity.touch(7, start + 100);
        assertEquals(5, activity.idleTicks(7, start + 105));
        assertEquals(1L << 31, activity.idleTicks(6, start), "a neighbour that was never used");
        assertEquals((1L << 31) + 105, activity.idleTicks(8, start + 105), "a neighbour that was never used");
    }

    @Test
    void workersClockMayBeAhead() {
        BucketActivity activity = new BucketActivity(BUCKETS, 0);
        activity.touch(0, 1000);
        assertEquals(0, activity.idleTicks(0, 999));
        assertEquals(0, activity.idleTicks(0, 1000 - BucketActivity.MAX_LEAD));
        assertEquals((1L << 32) - BucketActivity.MAX_LEAD - 1, activity.idleTicks(0, 999 - BucketActivity.MAX_LEAD));
    }

    @Test
    void idleOnlyIfIdleForAllWorkers() {
        BucketActivity one = new BucketActivity(BUCKETS, 0);
        BucketActivity two = new BucketActivity(BUCKETS, 0);
        one.touch(3, 100);
        two.touch(3, 400);
        two.touch(4, 100);
        IdleBuckets idle = BucketActivity.idleSince(List.of(one, two), 500, 200);
        assertFalse(idle.test(3));
        assertTrue(idle.test(4));
        assertTrue(idle.test(5));
        assertTrue(BucketActivity.idleSince(List.of(one, two), 600, 200).test(3), "exactly the idle time is enough");
        assertTrue(BucketActivity.idleSince(List.of(), 500, 200).test(3), "without workers nothing is in use");
    }

    @Test
    void readsWhenAsked() {
        BucketActivity worker = new BucketActivity(BUCKETS, 0);
        IdleBuckets idle = BucketActivity.idleSince(List.of(worker), 500, 200);
        assertTrue(idle.test(9));
        worker.touch(9, 450);
        assertFalse(idle.test(9));
    }

    @Test
    void negativeIdleTimeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> BucketActivity.idleSince(List.of(), 0, -1));
    }

    /** The way the conductor uses it: a table drifts around the buckets that a worker keeps in use. */
    @Test
    void tableDriftsAroundBucketsInUse() {
        BucketTable three = BucketTable.of(BUCKETS, 1, 1, 1, 0);
        BucketActivity worker = new BucketActivity(BUCKETS, 0);
        for (int bucket = 0; bucket < BUCKETS; bucket += 2) {
            worker.touch(bucket, 1000);
        }
        var four = three.withWeights(new int[] {1, 1, 1, 1}, BucketActivity.idleSince(List.of(worker), 1100, 1000));
        for (int bucket = 0; bucket < BUCKETS; bucket += 2) {
            assertEquals(three.pathAt(bucket), four.pathAt(bucket));
        }
        assertEquals(64, four.bucketsOf(3));
    }

    /** A reader sees a writer's ticks in order and the last one in the end, without any other synchronisation. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void readerSeesTicksInOrder() throws InterruptedException {
        int last = 20_000_000;
        BucketActivity activity = new BucketActivity(BUCKETS, 0);
        activity.touch(5, 0);
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int tick = 1; tick <= last; tick++) {
                activity.touch(5, tick);
            }
        });
        long seen = last;
        while (seen > 0) {
            long idle = activity.idleTicks(5, last);
            assertTrue(idle <= seen, () -> "went back to " + idle);
            seen = idle;
        }
        writer.join();
    }
}
