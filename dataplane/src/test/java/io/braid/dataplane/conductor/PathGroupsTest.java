package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathGroupsTest {
    private static final int BUCKETS = BucketTable.DEFAULT_SIZE;
    private static final int SHARE = BUCKETS / 4;
    private static final List<Boolean> ALL = List.of(true, true, true, true);
    private static final List<Boolean> NONE = List.of(false, false, false, false);
    private static final List<Boolean> WITHOUT_1 = List.of(true, false, true, true);

    private final PathGroups paths = new PathGroups(4);
    private final BucketActivity busy4 = new BucketActivity(BUCKETS, 0);
    private final BucketActivity busy6 = new BucketActivity(BUCKETS, 0);
    private int tick = 10_000;

    private boolean update(List<Boolean> usable4, List<Boolean> usable6) {
        tick++;
        return paths.update(weights(usable4), weights(usable6), List.of(busy4), List.of(busy6), tick);
    }

    private static int[] weights(List<Boolean> usable) {
        return usable.stream().mapToInt(is -> is ? 1 : 0).toArray();
    }

    /** Traffic in every bucket of IPv4, just now. */
    private void useAllOfIpv4() {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            busy4.touch(bucket, tick);
        }
    }

    private static int held(BucketTable table, int path) {
        int count = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            count += table.pathAt(bucket) == path ? 1 : 0;
        }
        return count;
    }

    @Test
    void beginsWithoutAPath() {
        assertEquals(BucketTable.NONE, paths.view().ipv4().pathAt(0));
        assertEquals(BucketTable.NONE, paths.view().ipv6().pathAt(0));
        assertTrue(paths.balanced());
        assertFalse(update(NONE, NONE));
    }

    @Test
    void usablePathsShareEvenlyAndFamiliesAreApart() {
        assertTrue(update(ALL, NONE));
        for (int path = 0; path < 4; path++) {
            assertEquals(SHARE, held(paths.view().ipv4(), path));
        }
        assertEquals(BUCKETS, held(paths.view().ipv6(), BucketTable.NONE));
        BucketTable ipv4 = paths.view().ipv4();
        assertTrue(update(ALL, List.of(false, false, true, false)));
        assertSame(ipv4, paths.view().ipv4());
        assertEquals(BUCKETS, held(paths.view().ipv6(), 2));
    }

    @Test
    void sameStateIsNoChange() {
        update(ALL, ALL);
        assertFalse(update(ALL, ALL));
        assertTrue(paths.balanced());
    }

    @Test
    void lostPathMovesItsBucketsAndNoOthersThoughAllAreBusy() {
        update(ALL, ALL);
        BucketTable before = paths.view().ipv4();
        useAllOfIpv4();
        assertTrue(update(WITHOUT_1, ALL));
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            if (before.pathAt(bucket) == 1) {
                assertNotEquals(1, paths.view().ipv4().pathAt(bucket));
            } else {
                assertEquals(before.pathAt(bucket), paths.view().ipv4().pathAt(bucket));
            }
        }
    }

    @Test
    void returnedPathGetsOnlyBucketsThatRestedForASecond() {
        update(ALL, ALL);
        update(WITHOUT_1, ALL);
        useAllOfIpv4();
        tick += 500;
        update(ALL, ALL);
        assertEquals(0, held(paths.view().ipv4(), 1), "all of its buckets are in use");
        assertFalse(paths.balanced());

        busy4.touch(7, tick);
        int owner = paths.view().ipv4().pathAt(7);
        tick += 600; // all but bucket 7 have rested for a second now
        assertTrue(update(ALL, ALL));
        assertEquals(owner, paths.view().ipv4().pathAt(7));
        assertEquals(SHARE, held(paths.view().ipv4(), 1));
        assertTrue(paths.balanced());
    }

    @Test
    void everyWorkersUseOfABucketCounts() {
        update(ALL, ALL);
        update(WITHOUT_1, ALL);
        useAllOfIpv4();
        var idle = new BucketActivity(BUCKETS, 0);
        paths.update(weights(ALL), weights(ALL), List.of(idle, busy4), List.of(busy6), tick + 1);
        assertEquals(0, held(paths.view().ipv4(), 1));
        paths.update(weights(ALL), weights(ALL), List.of(idle, idle), List.of(busy6), tick + 1);
        assertEquals(SHARE, held(paths.view().ipv4(), 1));
    }

    @Test
    void allPathsLostAndBack() {
        update(ALL, ALL);
        assertTrue(update(NONE, NONE));
        assertEquals(BUCKETS, held(paths.view().ipv4(), BucketTable.NONE));
        assertTrue(paths.balanced());
        assertTrue(update(List.of(false, false, false, true), NONE));
        assertEquals(BUCKETS, held(paths.view().ipv4(), 3));
        assertEquals(Collections.nCopies(1, BUCKETS), List.of(held(paths.view().ipv6(), BucketTable.NONE)));
    }
}
