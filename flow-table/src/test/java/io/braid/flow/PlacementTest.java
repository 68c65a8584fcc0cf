package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlacementTest {
    private static final BucketTable FOUR = group(1, 1, 1, 1);

    private final SplittableRandom random = new SplittableRandom(Seeds.seedFor(PlacementTest.class));

    private static BucketTable group(int... weights) {
        return BucketTable.of(256, weights);
    }

    private static Placement leastLoaded(PathLoad load) {
        return new Placement(PlacementPolicy.LEAST_LOADED, load, 1, 10);
    }

    private int[] place(int flows, PathLoad load, Placement placement, BucketTable group, int preferred) {
        var count = new int[BucketTable.MAX_PATHS];
        for (int i = 0; i < flows; i++) {
            int path = placement.choose(random.nextLong(), group, preferred, false);
            load.pinned(path);
            count[path]++;
        }
        return count;
    }

    @Test
    void policiesHaveTheirNames() {
        for (PlacementPolicy policy : PlacementPolicy.values()) {
            assertEquals(policy, PlacementPolicy.of(policy.toString()));
        }
        assertEquals(PlacementPolicy.LEAST_LOADED, PlacementPolicy.of("least-loaded"));
        assertThrows(IllegalArgumentException.class, () -> PlacementPolicy.of("LEAST_LOADED"));
    }

    @ParameterizedTest
    @EnumSource(PlacementPolicy.class)
    void noneOneAndUnusablePaths(PlacementPolicy policy) {
        var placement = new Placement(policy, new PathLoad(3, 0), 1, 10);
        for (int i = 0; i < 100; i++) {
            long hash = random.nextLong();
            assertEquals(BucketTable.NONE, placement.choose(hash, group(), -1, false));
            assertEquals(BucketTable.NONE, placement.choose(hash, group(0, 0), 1, false));
            assertEquals(2, placement.choose(hash, group(0, 0, 5), 0, false));
            assertEquals(2, placement.choose(hash, group(0, 0, 5), 3, false), "no preferred path is usable");
            assertEquals(2, placement.choose(hash, group(0, 0, 5), 1 << 30, false), "no such path");
            assertEquals(7, placement.choose(hash, group(0, 0, 0, 0, 0, 0, 0, 1), 0, false));
        }
    }

    @Test
    void hashFollowsTheGroup() {
        var placement = new Placement(PlacementPolicy.HASH, new PathLoad(0, 0), 1, 10);
        for (int i = 0; i < 1000; i++) {
            long hash = random.nextLong();
            assertEquals(FOUR.pathOf(hash), placement.choose(hash, FOUR, 0, false));
            assertEquals(FOUR.pathOf(hash), placement.choose(hash, FOUR, 0b1111, false));
        }
    }

    /** In proportion to weights; a path's loss moves only its own flows, also when it is not preferred. */
    @Test
    void hashAmongPreferredPathsIsSticky() {
        var placement = new Placement(PlacementPolicy.HASH, new PathLoad(0, 0), 1, 10);
        BucketTable all = group(1, 2, 1, 1, 1);
        BucketTable lost = group(1, 2, 0, 1, 1);
        BucketTable other = group(1, 2, 1, 1, 0);
        int preferred = 0b00111;
        var count = new int[BucketTable.MAX_PATHS];
        for (int i = 0; i < 40_000; i++) {
            long hash = random.nextLong();
            int path = placement.choose(hash, all, preferred, false);
            count[path]++;
            int after = placement.choose(hash, lost, preferred, false);
            assertTrue(path == 2 ? after < 2 : after == path);
            assertEquals(path, placement.choose(hash, other, preferred, false));
        }
        assertEquals(10_000, count[0], 600);
        assertEquals(20_000, count[1], 600);
        assertEquals(10_000, count[2], 600);
    }

    @Test
    void flowsThatStartTogetherTakeTurns() {
        var load = new PathLoad(0, 0);
        int[] count = place(40, load, leastLoaded(load), FOUR, 0);
        assertArrayEquals(new int[] {10, 10, 10, 10, 0, 0, 0, 0}, count);
    }

    @Test
    void weightsCountFromTheFirstFlow() {
        var load = new PathLoad(0, 0);
        int[] count = place(30, load, leastLoaded(load), group(100, 200, 300), 0);
        assertArrayEquals(new int[] {5, 10, 15, 0, 0, 0, 0, 0}, count);
    }

    /** However two workers share eight flows that start at once, every path gets two. */
    @Test
    void twoWorkersFillPathsFromBothEnds() {
        for (int first = 0; first <= 8; first++) {
            var up = new PathLoad(0, 0);
            var down = new PathLoad(1, 0);
            int[] a = place(first, up, leastLoaded(up), FOUR, 0);
            int[] b = place(8 - first, down, leastLoaded(down), FOUR, 0);
            for (int path = 0; path < 4; path++) {
                assertEquals(2, a[path] + b[path]);
            }
        }
    }

    @Test
    void aLoadedPathIsAvoided() {
        var load = new PathLoad(0, 0);
        for (int tick = 1; tick < 1000; tick++) {
            load.add(2, 1000);
            load.roll(tick);
        }
        int[] count = place(3, load, leastLoaded(load), FOUR, 0);
        assertArrayEquals(new int[] {1, 1, 0, 1, 0, 0, 0, 0}, count);
    }

    @Test
    void preferredPathsWinHoweverLoaded() {
        var load = new PathLoad(0, 0);
        int[] count = place(400, load, leastLoaded(load), FOUR, 0b0011);
        assertEquals(count[0], count[1], 2);
        assertEquals(400, count[0] + count[1]);
    }

    /** Under every policy: with none usable of those, none. */
    @ParameterizedTest
    @EnumSource
    void strictMeansOnlyPreferredPaths(PlacementPolicy policy) {
        var load = new PathLoad(0, 0);
        var placement = new Placement(policy, load, 1, 50);
        for (long hash = 0; hash < 1000; hash++) {
            assertEquals(BucketTable.NONE, placement.choose(hash * 0x9E3779B97F4A7C15L, FOUR, 0b10000, true));
            assertEquals(BucketTable.NONE, placement.choose(hash, FOUR, 0, true));
            int path = placement.choose(hash * 0x9E3779B97F4A7C15L, FOUR, 0b0110, true);
            assertTrue(path == 1 || path == 2, "path " + path);
        }
        assertEquals(BucketTable.NONE, placement.rechoose(7, FOUR, 0b10000, true, 0, 16 * 500, 2560));
    }

    @Test
    void fewFlowsStayOnPreferredPaths() {
        var load = new PathLoad(0, 0);
        int[] count = place(6, load, leastLoaded(load), group(1, 1, 1), 0b011);
        assertArrayEquals(new int[] {3, 3, 0, 0, 0, 0, 0, 0}, count);
    }

    @Test
    void onlyFlowletsAreChosenAnewAndOnlyAfterAPause() {
        var load = new PathLoad(0, 0);
        var flowlet = new Placement(PlacementPolicy.FLOWLET, load, 1, 10);
        assertTrue(flowlet.mayRechoose(10));
        assertFalse(flowlet.mayRechoose(9));
        assertFalse(flowlet.mayRechoose(-1000));
        assertFalse(leastLoaded(load).mayRechoose(1_000_000));
        assertThrows(IllegalArgumentException.class, () -> new Placement(PlacementPolicy.FLOWLET, load, 1, 0));
    }

    @Test
    void aFlowletMovesOnlyWhereThatHelps() {
        var load = new PathLoad(0, 0);
        var flowlet = new Placement(PlacementPolicy.FLOWLET, load, 1, 10);
        for (int tick = 1; tick <= 2560; tick++) {
            load.add(0, 3000);
            load.add(1, 1500);
            load.roll(tick);
        }
        BucketTable two = group(1, 1);
        assertEquals(1, flowlet.rechoose(7, two, 0, false, 0, 16 * 500, 2560), "0.5 of 3 goes to 1.5");
        assertEquals(0, flowlet.rechoose(7, two, 0, false, 0, 16 * 1450, 2560), "1.45 of 3 would only swap the paths");
        assertEquals(1, flowlet.rechoose(7, two, 0, false, 1, 16 * 500, 2560));
        assertEquals(1, flowlet.rechoose(7, group(0, 1), 0, false, 0, 16 * 3000, 2560), "its path is lost");
        assertEquals(1, flowlet.rechoose(7, two, 0, false, -1, 0, 2560));
        assertEquals(BucketTable.NONE, flowlet.rechoose(7, group(), 0, false, 0, 0, 2560));
    }
}
