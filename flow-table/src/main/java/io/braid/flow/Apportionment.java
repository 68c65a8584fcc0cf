package io.braid.flow;

import java.util.Arrays;

/**
 * Splits buckets between paths in proportion to weights, by Webster's method (Sainte-Laguë).
 *
 * <p>Each bucket in turn goes to the path with the largest {@code weight / (2 * held + 1)}. A method of this kind (a divisor
 * method) is chosen over rounding to the nearest share because it is consistent: take one path away and what the others
 * hold is still their correct split, so handing out the lost path's buckets one by one leads to the new correct split
 * without taking a bucket from anybody. Largest-remainder rounding lacks that (the Alabama paradox).
 *
 * <p>Products fit a long: a weight is below 2^31, and {@code 2 * held + 1} is below 2^21 in the largest table.
 */
final class Apportionment {
    private Apportionment() {}

    /** The path that should get the next bucket, or -1 when no path has weight. Ties go to the lowest index. */
    static int next(int[] weights, int[] held) {
        int best = -1;
        for (int path = 0; path < weights.length; path++) {
            if (weights[path] > 0 && (best < 0 || compare(weights, held, path, best) > 0)) {
                best = path;
            }
        }
        return best;
    }

    /**
     * How many of {@code total} buckets each path should hold. Where the weights leave a choice it is made in favour of
     * whoever holds the bucket now, so a correct split is its own target. At least one weight must be positive.
     */
    static int[] targets(int total, int[] weights, int[] held) {
        int[] target = new int[weights.length];
        int left = total;
        long sum = Arrays.stream(weights).asLongStream().sum();
        for (int path = 0; path < weights.length; path++) {
            // Webster's split of n paths is less than (n + 1) / 2 below the exact share: so much is certain, without
            // counting.
            target[path] = (int) Math.max(0, weights[path] * (long) total / sum - weights.length);
            left -= target[path];
        }
        for (; left > 0; left--) {
            int best = next(weights, target);
            for (int path = 0; path < weights.length; path++) {
                boolean claims = weights[path] > 0 && target[path] < held[path];
                if (claims && target[best] >= held[best] && compare(weights, target, path, best) == 0) {
                    best = path;
                }
            }
            target[best]++;
        }
        return target;
    }

    /** Whether no bucket could pass from one path to another and make the split better. */
    static boolean isCorrect(int[] weights, int[] held) {
        for (int from = 0; from < weights.length; from++) {
            for (int to = 0; to < weights.length; to++) {
                if (held[from] > 0
                        && (long) weights[to] * (2 * held[from] - 1) > (long) weights[from] * (2 * held[to] + 1)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int compare(int[] weights, int[] held, int a, int b) {
        return Long.compare((long) weights[a] * (2 * held[b] + 1), (long) weights[b] * (2 * held[a] + 1));
    }
}
