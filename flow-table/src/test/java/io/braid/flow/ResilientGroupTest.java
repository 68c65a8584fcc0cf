package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The cases by which Linux tests its resilient nexthop groups (tools/testing/selftests/net/forwarding,
 * router_mpath_nh_res.sh): 512 buckets, two paths whose weights go 1:1, 2:1, 11:45, with idle timers of 0, 120 s and 5 s.
 * The bucket counts are the kernel's, which rounds running sums of weights: 512 * 2/3 = 341, 512 * 11/56 = 101.
 */
class ResilientGroupTest {
    private static final int BUCKETS = 512;
    private static final int SECOND = 1000; // ticks

    @Test
    void withoutIdleTimerWeightsCountAtOnce() {
        BucketTable group = BucketTable.of(BUCKETS, 1, 1);
        assertBuckets(256, 256, group);
        group = replace(group, IdleBuckets.ALL, 2, 1);
        assertBuckets(341, 171, group);
        group = replace(group, IdleBuckets.ALL, 11, 45);
        assertBuckets(101, 411, group);
        group = replace(group, IdleBuckets.ALL, 1, 1);
        assertBuckets(256, 256, group);
    }

    /** Traffic in every bucket within 120 s: the first split stays. */
    @Test
    void withALongIdleTimerTrafficHoldsTheFirstSplit() {
        BucketActivity traffic = new BucketActivity(BUCKETS, 0);
        BucketTable group = BucketTable.of(BUCKETS, 1, 1);
        int now = 0;
        for (int[] weights : new int[][] {{2, 1}, {11, 45}}) {
            now += 10 * SECOND;
            touchAll(traffic, now);
            now += 10 * SECOND;
            group = replace(group, BucketActivity.idleSince(List.of(traffic), now, 120 * SECOND), weights);
            assertBuckets(256, 256, group);
            assertFalse(group.isBalanced());
        }
    }

    /** Ten quiet seconds before each change: the weights count; less than five, and nothing moves yet. */
    @Test
    void withAShortIdleTimerWeightsCountOnceTrafficPauses() {
        BucketActivity traffic = new BucketActivity(BUCKETS, 0);
        BucketTable group = BucketTable.of(BUCKETS, 1, 1);
        touchAll(traffic, SECOND);
        group = replace(group, BucketActivity.idleSince(List.of(traffic), 3 * SECOND, 5 * SECOND), 2, 1);
        assertBuckets(256, 256, group);
        group = replace(group, BucketActivity.idleSince(List.of(traffic), 11 * SECOND, 5 * SECOND), 2, 1);
        assertBuckets(341, 171, group);
        touchAll(traffic, 12 * SECOND);
        group = replace(group, BucketActivity.idleSince(List.of(traffic), 22 * SECOND, 5 * SECOND), 11, 45);
        assertBuckets(101, 411, group);
        assertTrue(group.isBalanced());
    }

    /** A removed path's buckets move whatever the idle timer says, and no others. */
    @Test
    void aRemovedPathDoesNotWait() {
        BucketTable group = BucketTable.of(BUCKETS, 11, 45);
        BucketTable left = replace(group, IdleBuckets.NONE, 11, 0);
        assertBuckets(512, 0, left);
        assertEquals(411, left.movedSince(group));
    }

    private static BucketTable replace(BucketTable group, IdleBuckets idle, int... weights) {
        return group.withWeights(weights, idle);
    }

    private static void touchAll(BucketActivity traffic, int tick) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            traffic.touch(bucket, tick);
        }
    }

    private static void assertBuckets(int first, int second, BucketTable group) {
        assertEquals(first, group.bucketsOf(0));
        assertEquals(second, group.bucketsOf(1));
    }
}
