package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What running connections see of paths that come and go: a flow's path changes only when the path it is on is lost. */
class FlappingPathsTest {
    private static final int SIZE = BucketTable.DEFAULT_SIZE;
    private static final int FLOWS = 3000;
    private static final int CHANGES = 1000;

    private final long seed = Seeds.seedFor(FlappingPathsTest.class);

    /** 1000 random losses and returns, several at once now and then, all paths down too. Flows come and go meanwhile. */
    @ParameterizedTest
    @CsvSource({"2, 4096", "4, 256", "4, 4096", "8, 4096", "8, 65536"})
    void thousandChangesMoveNoFlowWhosePathLives(int paths, int size) {
        SplittableRandom random = new SplittableRandom(seed + paths + size);
        int[] weights = equal(paths);
        BucketTable table = BucketTable.of(size, weights);
        // About two thirds of the buckets are idle at any time.
        long[] flows = random.longs(Math.min(FLOWS, size / 2)).toArray();
        int violations = 0;
        int rehomed = 0;
        int drifted = 0;
        for (int change = 0; change < CHANGES; change++) {
            int flips = random.nextInt(10) == 0 ? paths : 1;
            for (int i = 0; i < flips; i++) {
                int path = random.nextInt(paths);
                weights[path] = 1 - weights[path];
            }
            BucketTable next = table.withWeights(weights, allButBusy(table, flows));
            for (long flow : flows) {
                int before = table.pathOf(flow);
                int after = next.pathOf(flow);
                if (before != after) {
                    boolean mayMove = before == PathSelector.NONE || weights[before] == 0;
                    rehomed += mayMove ? 1 : 0;
                    violations += mayMove ? 0 : 1;
                }
                violations += (after == PathSelector.NONE) != next.isEmpty() ? 1 : 0;
                violations += after != PathSelector.NONE && weights[after] == 0 ? 1 : 0;
            }
            drifted += movedAlive(table, next, weights);
            table = next;
            for (int i = 0; i < flows.length / 20; i++) {
                flows[random.nextInt(flows.length)] = random.nextLong();
            }
        }
        assertEquals(0, violations, "violations in " + CHANGES + " changes, seed " + seed);
        // Both happened: flows of lost paths moved, and idle buckets of living paths drifted to those that returned.
        assertTrue(
                rehomed > CHANGES && drifted > CHANGES, rehomed + " flows re-homed, " + drifted + " buckets drifted");
        // The storm is over and traffic pauses: even shares again.
        table = table.withWeights(equal(paths), IdleBuckets.NONE).withWeights(equal(paths), IdleBuckets.ALL);
        assertTrue(maxOverMean(table, paths) <= 1.02, "max over mean " + maxOverMean(table, paths));
    }

    /** 4 to 3 paths, whichever is lost: no survivor's bucket moves, the survivors' shares are even. */
    @Test
    void fourToThree() {
        BucketTable four = BucketTable.of(SIZE, 1, 1, 1, 1);
        for (int lost = 0; lost < 4; lost++) {
            int[] weights = equal(4);
            weights[lost] = 0;
            BucketTable three = four.withWeights(weights, IdleBuckets.ALL);
            int survivorsMoved = 0;
            for (int bucket = 0; bucket < SIZE; bucket++) {
                boolean survivor = four.pathAt(bucket) != lost;
                survivorsMoved += survivor && four.pathAt(bucket) != three.pathAt(bucket) ? 1 : 0;
            }
            assertEquals(0, survivorsMoved);
            assertTrue(maxOverMean(three, 3) <= 1.02, "max over mean " + maxOverMean(three, 3));
        }
    }

    /** 3 to 4 paths: no busy bucket moves; new flows go to the path that returned, until shares are even. */
    @Test
    void threeToFour() {
        SplittableRandom random = new SplittableRandom(seed);
        BucketTable three = BucketTable.of(SIZE, 1, 1, 1, 0);
        long[] flows = random.longs(FLOWS).toArray();
        BucketTable four = three.withWeights(equal(4), allButBusy(three, flows));
        int establishedMoved = 0;
        for (long flow : flows) {
            establishedMoved += three.pathOf(flow) != four.pathOf(flow) ? 1 : 0;
        }
        assertEquals(0, establishedMoved);
        assertTrue(four.bucketsOf(3) > SIZE / 5, "buckets of the path that returned: " + four.bucketsOf(3));
        // Flows end one after another; none that is left ever moves.
        for (int left = FLOWS; left > 0; left -= 100) {
            long[] alive = Arrays.copyOf(flows, left);
            BucketTable next = four.withWeights(equal(4), allButBusy(four, alive));
            for (long flow : alive) {
                assertEquals(four.pathOf(flow), next.pathOf(flow));
            }
            four = next;
        }
        assertEquals(SIZE / 4, four.bucketsOf(3));
        assertTrue(maxOverMean(four, 4) <= 1.02);
    }

    private static int movedAlive(BucketTable before, BucketTable after, int[] weights) {
        int moved = 0;
        for (int bucket = 0; bucket < before.size(); bucket++) {
            int path = before.pathAt(bucket);
            moved += path != PathSelector.NONE && weights[path] > 0 && path != after.pathAt(bucket) ? 1 : 0;
        }
        return moved;
    }

    private static IdleBuckets allButBusy(BucketTable table, long[] flows) {
        BitSet busy = new BitSet(table.size());
        for (long flow : flows) {
            busy.set(table.bucketOf(flow));
        }
        return bucket -> !busy.get(bucket);
    }

    private static double maxOverMean(BucketTable table, int usable) {
        int most = 0;
        for (int path = 0; path < PathSelector.MAX_PATHS; path++) {
            most = Math.max(most, table.bucketsOf(path));
        }
        return (double) most * usable / table.size();
    }

    private static int[] equal(int paths) {
        int[] weights = new int[paths];
        Arrays.fill(weights, 1);
        return weights;
    }
}
