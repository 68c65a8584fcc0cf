package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every method of choosing paths must hold, each within the bounds that it promises. */
class PathSelectorContractTest {
    /** Of a share: the 2% that Braid promises for equal weights, and then what sampling adds by chance (5 deviations). */
    private static final double EVEN = 0.02;

    private static final long[] MANY = hashes(1 << 20);
    private static final long[] FLOWS = hashes(1 << 15);
    private static final int[][] WEIGHTS = {
        {1},
        {2, 1},
        {11, 45},
        {1, 2, 3, 4},
        {0, 3, 0, 1},
        {5, 0, 0, 0, 0, 0, 0, 5},
        {100, 400, 400, 100, 25, 0, 0, 200},
        {Integer.MAX_VALUE, Integer.MAX_VALUE / 2, Integer.MAX_VALUE}
    };

    /**
     * A method and its promises.
     *
     * @param slots in how many equal parts it divides flows, 0 if in none
     * @param needless which part of all flows may change their path, beyond those that must, when a weight changes
     */
    record Method(String name, Function<int[], PathSelector> of, int slots, double needless) {
        PathSelector of(int... weights) {
            return of.apply(weights);
        }

        /** How many flows of n a path of this share may be off: rounding to slots, plus five deviations of chance. */
        double allowed(int n, double share, int paths) {
            double rounding = slots == 0 ? 0 : n * (paths / 2.0) / slots;
            return rounding + 5 * Math.sqrt(n * share * (1 - share)) + 1;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Method> methods() {
        return Stream.of(
                new Method("bucket table of 256", weights -> BucketTable.of(256, weights), 256, 0),
                new Method("bucket table of 4096", weights -> BucketTable.of(4096, weights), 4096, 0),
                new Method("bucket table of 65536", weights -> BucketTable.of(65536, weights), 65536, 0),
                new Method("Maglev of 4099", weights -> MaglevTable.of(4099, weights), 4099, 0.03),
                new Method("Maglev of 65537", weights -> MaglevTable.of(65537, weights), 65537, 0.01),
                new Method("rendezvous", RendezvousGroup::of, 0, 0));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void equalSharesForOneToEightPaths(Method method) {
        for (int paths = 1; paths <= PathSelector.MAX_PATHS; paths++) {
            int[] count = count(paths(method.of(equal(paths)), MANY));
            double share = 1.0 / paths;
            double allowed = EVEN * share * MANY.length + 5 * Math.sqrt(MANY.length * share * (1 - share));
            for (int path = 0; path < PathSelector.MAX_PATHS; path++) {
                double expected = path < paths ? share * MANY.length : 0;
                assertEquals(
                        expected, count[path], path < paths ? allowed : 0, method + ", path " + path + " of " + paths);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void weightsAreHonoured(Method method) {
        for (int[] weights : WEIGHTS) {
            assertShares(method, weights, paths(method.of(weights), FLOWS));
        }
    }

    /** Weight 0, no entry, no path at all. */
    @ParameterizedTest
    @MethodSource("methods")
    void withoutUsablePathsThereIsNone(Method method) {
        for (int[] weights : new int[][] {{}, {0}, {0, 0, 0, 0}, new int[8]}) {
            PathSelector group = method.of(weights);
            assertTrue(group.isEmpty());
            for (long hash : FLOWS) {
                assertEquals(PathSelector.NONE, group.pathOf(hash));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void onePathGetsEverything(Method method) {
        for (int path = 0; path < PathSelector.MAX_PATHS; path++) {
            int[] weights = new int[PathSelector.MAX_PATHS];
            weights[path] = 1 + path;
            PathSelector group = method.of(weights);
            assertEquals(FLOWS.length, count(paths(group, FLOWS))[path]);
            for (long hash :
                    new long[] {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0xFFFF_FFFFL, 0xFFFF_FFFF_0000_0000L}) {
                assertEquals(path, group.pathOf(hash));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void badInputIsRefused(Method method) {
        PathSelector group = method.of(1, 1);
        for (int[] weights : new int[][] {{1, -1}, {Integer.MIN_VALUE}, new int[9]}) {
            assertThrows(IllegalArgumentException.class, () -> method.of(weights));
            assertThrows(IllegalArgumentException.class, () -> group.withWeights(weights, IdleBuckets.ALL));
        }
        for (int path : new int[] {-1, 8, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> group.weightOf(path));
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void isDeterministicAndItsOwn(Method method) {
        for (int[] weights : WEIGHTS) {
            int[] given = weights.clone();
            PathSelector group = method.of(given);
            given[0] = 77;
            PathSelector again = method.of(weights);
            assertEquals(0, moved(paths(group, FLOWS), paths(again, FLOWS)));
            assertSame(group, group.withWeights(weights, IdleBuckets.ALL));
            for (int path = 0; path < PathSelector.MAX_PATHS; path++) {
                assertEquals(path < weights.length ? weights[path] : 0, group.weightOf(path));
            }
            assertFalse(group.isEmpty());
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aLossMovesWhatItMustAndLeavesFairShares(Method method) {
        double worst = 0;
        for (int paths = 2; paths <= PathSelector.MAX_PATHS; paths++) {
            int[] all = equal(paths);
            PathSelector before = method.of(all);
            int[] pathsBefore = paths(before, FLOWS);
            for (int lost = 0; lost < paths; lost++) {
                int[] left = all.clone();
                left[lost] = 0;
                int[] after = paths(before.withWeights(left, IdleBuckets.NONE), FLOWS);
                worst = Math.max(worst, needless(pathsBefore, after));
                assertShares(method, left, after);
            }
        }
        report(method, "a path's loss", worst, method.needless);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aReturnMovesWhatItMustAndGivesAFairShare(Method method) {
        double worst = 0;
        for (int paths = 2; paths <= PathSelector.MAX_PATHS; paths++) {
            int[] all = equal(paths);
            for (int back = 0; back < paths; back++) {
                int[] some = all.clone();
                some[back] = 0;
                PathSelector before = method.of(some);
                int[] after = paths(before.withWeights(all, IdleBuckets.ALL), FLOWS);
                worst = Math.max(worst, needless(paths(before, FLOWS), after));
                assertShares(method, all, after);
            }
        }
        report(method, "a path's return", worst, method.needless);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aWeightChangeMovesWhatItMust(Method method) {
        double worst = 0;
        for (int paths = 2; paths <= PathSelector.MAX_PATHS; paths++) {
            for (int weight : new int[] {1, 50, 200, 400}) {
                int[] before = new int[paths];
                Arrays.fill(before, 100);
                int[] after = before.clone();
                after[paths - 1] = weight;
                PathSelector group = method.of(before);
                int[] next = paths(group.withWeights(after, IdleBuckets.ALL), FLOWS);
                worst = Math.max(worst, needless(paths(group, FLOWS), next));
                assertShares(method, after, next);
            }
        }
        report(method, "a weight's change", worst, method.needless);
    }

    /** Down to nothing and up again, the group works as if new. */
    @ParameterizedTest
    @MethodSource("methods")
    void comesBackFromNothing(Method method) {
        int[] weights = {3, 1, 0, 2};
        PathSelector group = method.of(weights);
        PathSelector back = group.withWeights(new int[4], IdleBuckets.NONE).withWeights(weights, IdleBuckets.NONE);
        assertEquals(0, moved(paths(group, FLOWS), paths(back, FLOWS)));
    }

    private static void assertShares(Method method, int[] weights, int[] pathOfFlow) {
        int[] count = count(pathOfFlow);
        long sum = Arrays.stream(weights).asLongStream().sum();
        for (int path = 0; path < weights.length; path++) {
            double share = (double) weights[path] / sum;
            double allowed = weights[path] == 0 ? 0 : method.allowed(FLOWS.length, share, weights.length);
            assertEquals(
                    share * FLOWS.length,
                    count[path],
                    allowed,
                    method + ", path " + path + " of " + Arrays.toString(weights));
        }
    }

    private static void report(Method method, String change, double worst, double promised) {
        System.out.printf("%s: %s moves at worst %.2f%% of all flows needlessly%n", method, change, 100 * worst);
        assertTrue(worst <= promised, method + ": " + worst + " needlessly moved by " + change);
    }

    /** The part of all flows that moved although the paths' new shares did not need it. */
    private static double needless(int[] before, int[] after) {
        int[] had = count(before);
        int[] has = count(after);
        int needed = 0;
        for (int path = 0; path < PathSelector.MAX_PATHS; path++) {
            needed += Math.max(0, has[path] - had[path]);
        }
        return (double) (moved(before, after) - needed) / FLOWS.length;
    }

    private static int moved(int[] before, int[] after) {
        int moved = 0;
        for (int flow = 0; flow < before.length; flow++) {
            moved += before[flow] != after[flow] ? 1 : 0;
        }
        return moved;
    }

    private static int[] count(int[] pathOfFlow) {
        int[] count = new int[PathSelector.MAX_PATHS];
        for (int path : pathOfFlow) {
            count[path]++;
        }
        return count;
    }

    private static int[] paths(PathSelector group, long[] hashes) {
        return Arrays.stream(hashes).mapToInt(group::pathOf).toArray();
    }

    private static int[] equal(int paths) {
        int[] weights = new int[paths];
        Arrays.fill(weights, 1);
        return weights;
    }

    /** The same in every run, so that the outcome is too. */
    private static long[] hashes(int number) {
        return new SplittableRandom(number).longs(number).toArray();
    }
}
