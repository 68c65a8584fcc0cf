package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Judges whether counts could come from throwing balls into equally likely bins. */
final class ChiSquare {
    private ChiSquare() {}

    /**
     * How many standard deviations the statistic lies from what chance gives. For k bins it has mean k - 1 and variance
     * 2 (k - 1), and is close to normal for the hundreds of bins used here. Negative: more even than chance.
     */
    static double deviations(int[] counts) {
        long total = 0;
        for (int count : counts) {
            total += count;
        }
        double expected = (double) total / counts.length;
        double statistic = 0;
        for (int count : counts) {
            statistic += (count - expected) * (count - expected) / expected;
        }
        int freedom = counts.length - 1;
        return (statistic - freedom) / Math.sqrt(2.0 * freedom);
    }

    /** Within five deviations either way; with fixed seeds the outcome is the same in every run. */
    static void assertUniform(String what, int[] counts) {
        double deviations = deviations(counts);
        assertTrue(Math.abs(deviations) < 5, () -> what + ": " + deviations + " deviations from uniform");
    }
}
