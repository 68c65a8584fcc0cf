package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What must hold of every step of every history of losses, returns and weight changes. */
class BucketTablePropertyTest {
    private static final int HISTORIES = 300;
    private static final int STEPS = 60;

    private final long seed = Seeds.seedFor(BucketTablePropertyTest.class);

    @Test
    void everyStepKeepsItsPromises() {
        int losses = 0;
        int drifts = 0;
        for (int history = 0; history < HISTORIES; history++) {
            SplittableRandom random = new SplittableRandom(seed + history);
            int size = 256 << random.nextInt(5);
            int[] weights = randomWeights(random);
            BucketTable table = BucketTable.of(size, weights);
            for (int step = 0; step < STEPS; step++) {
                String where = "seed " + seed + ", history " + history + ", step " + step;
                int[] next = change(weights, random);
                BitSet idle = idleBuckets(size, random);
                BucketTable after = table.withWeights(next, idle::get);
                assertEquals(
                        0, after.movedSince(table.withWeights(next, idle::get)), () -> where + ": not deterministic");
                checkCounts(after, next, where);
                if (losesAnything(table, next)) {
                    losses++;
                    checkLoss(table, after, next, where);
                } else {
                    drifts++;
                    checkDrift(table, after, idle, where);
                }
                table = after;
                weights = next;
            }
        }
        // Both kinds of step were really tried, many times.
        assertTrue(losses > HISTORIES && drifts > HISTORIES, losses + " losses, " + drifts + " drifts");
    }

    /** However little is idle at a time, the drift ends, and has moved no more than the returning paths' fair shares. */
    @Test
    void driftEndsAndMovesNoBucketTwice() {
        for (int history = 0; history < HISTORIES; history++) {
            SplittableRandom random = new SplittableRandom(seed - history);
            int[] all = randomWeights(random);
            int[] some = all.clone();
            for (int path = 0; path < all.length; path++) {
                some[path] = random.nextBoolean() ? 0 : all[path];
            }
            BucketTable before = BucketTable.of(1024, some);
            BucketTable table = before.withWeights(all, IdleBuckets.NONE);
            int fairShare = 0;
            BucketTable fresh = BucketTable.of(1024, all);
            for (int path = 0; path < all.length; path++) {
                fairShare += some[path] == 0 ? fresh.bucketsOf(path) : 0;
            }
            int moved = 0;
            int calls = 0;
            for (; !table.isBalanced(); calls++) {
                assertTrue(calls < 1000, "seed " + seed + ", history " + history + ": drift does not end");
                BitSet idle = idleBuckets(1024, random);
                BucketTable after = table.withWeights(all, idle::get);
                moved += after.movedSince(table);
                table = after;
            }
            String where = "seed " + seed + ", history " + history + ": ";
            if (!before.isEmpty()) {
                assertTrue(moved <= fairShare, where + moved + " moved, fair share " + fairShare);
                assertEquals(moved, table.movedSince(before), () -> where + "a bucket moved twice");
            }
        }
    }

    private static void checkCounts(BucketTable table, int[] weights, String where) {
        int[] counted = new int[BucketTable.MAX_PATHS];
        boolean usable = Arrays.stream(weights).anyMatch(weight -> weight > 0);
        for (int bucket = 0; bucket < table.size(); bucket++) {
            int path = table.pathAt(bucket);
            assertEquals(path, table.pathOf(bucket), where);
            assertEquals(usable, path != BucketTable.NONE, where);
            if (usable) {
                assertTrue(weights[path] > 0, () -> where + ": a bucket names an unusable path");
                counted[path]++;
            }
        }
        assertEquals(!usable, table.isEmpty(), where);
        for (int path = 0; path < BucketTable.MAX_PATHS; path++) {
            assertEquals(counted[path], table.bucketsOf(path), where);
            assertEquals(path < weights.length ? weights[path] : 0, table.weightOf(path), where);
        }
        if (table.isBalanced() && usable) {
            checkShares(counted, weights, where);
        }
    }

    /** Judged against the exact share, not with the table's own arithmetic. */
    private static void checkShares(int[] counted, int[] weights, String where) {
        long sum = Arrays.stream(weights).asLongStream().sum();
        int size = Arrays.stream(counted).sum();
        boolean equal =
                Arrays.stream(weights).filter(weight -> weight > 0).distinct().count() == 1;
        for (int path = 0; path < weights.length; path++) {
            double exact = (double) weights[path] * size / sum;
            // Equal weights: within one bucket and 2%. Unequal: small paths may each gain up to half a bucket by
            // rounding,
            // and the largest has to give them all.
            double allowed = equal ? Math.min(1, 0.02 * exact) : weights.length / 2.0;
            double off = Math.abs(counted[path] - exact);
            assertTrue(
                    off <= allowed, () -> where + ": off by " + off + " of " + exact + ", " + Arrays.toString(weights));
        }
    }

    private static boolean losesAnything(BucketTable table, int[] next) {
        for (int path = 0; path < next.length; path++) {
            if (table.bucketsOf(path) > 0 && next[path] == 0) {
                return true;
            }
        }
        return table.isEmpty();
    }

    private static void checkLoss(BucketTable before, BucketTable after, int[] weights, String where) {
        for (int bucket = 0; bucket < before.size(); bucket++) {
            int path = before.pathAt(bucket);
            if (path != BucketTable.NONE && weights[path] > 0) {
                assertEquals(path, after.pathAt(bucket), () -> where + ": a survivor's bucket moved");
            }
        }
        boolean onlyLoss = true;
        for (int path = 0; path < weights.length; path++) {
            onlyLoss &= weights[path] == 0 || weights[path] == before.weightOf(path);
        }
        if (onlyLoss && before.isBalanced()) {
            assertTrue(after.isBalanced(), () -> where + ": survivors' shares are not even after a loss");
        }
    }

    private static void checkDrift(BucketTable before, BucketTable after, BitSet idle, String where) {
        int gained = 0;
        for (int path = 0; path < BucketTable.MAX_PATHS; path++) {
            gained += Math.max(0, after.bucketsOf(path) - before.bucketsOf(path));
        }
        int moved = 0;
        for (int bucket = 0; bucket < before.size(); bucket++) {
            if (before.pathAt(bucket) != after.pathAt(bucket)) {
                moved++;
                assertTrue(idle.get(bucket), () -> where + ": a bucket in use moved");
            }
        }
        assertEquals(gained, moved, () -> where + ": buckets moved that changed no path's share");
        if (idle.cardinality() == before.size()) {
            assertTrue(after.isBalanced(), () -> where + ": all idle, yet not balanced");
        }
    }

    private static int[] randomWeights(SplittableRandom random) {
        int[] weights = new int[1 + random.nextInt(BucketTable.MAX_PATHS)];
        boolean equal = random.nextBoolean();
        for (int path = 0; path < weights.length; path++) {
            weights[path] = equal ? 100 : 1 + random.nextInt(400);
        }
        return weights;
    }

    /** Mostly one path goes or comes, as in life; sometimes anything. */
    private static int[] change(int[] weights, SplittableRandom random) {
        int[] next = weights.clone();
        int path = random.nextInt(next.length);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> next[path] = next[path] > 0 ? 0 : 100;
            case 3 -> next[path] = random.nextInt(400);
            case 4 -> Arrays.fill(next, 100);
            case 5 -> {
                for (int i = 0; i < next.length; i++) {
                    next[i] = random.nextBoolean() ? 0 : 1 + random.nextInt(400);
                }
            }
            case 6 -> Arrays.fill(next, random.nextInt(4) == 0 ? 0 : 100);
            default -> {
                // The same weights again: a drift that goes on.
            }
        }
        return next;
    }

    private static BitSet idleBuckets(int size, SplittableRandom random) {
        BitSet idle = new BitSet(size);
        int percent = switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> 100;
            default -> random.nextInt(100);
        };
        for (int bucket = 0; bucket < size; bucket++) {
            idle.set(bucket, random.nextInt(100) < percent);
        }
        return idle;
    }
}
