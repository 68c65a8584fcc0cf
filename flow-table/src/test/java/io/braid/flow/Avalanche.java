package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

/** Strict avalanche criterion: whichever bit of the key flips, each bit of the hash flips half of the time. */
final class Avalanche {
    private static final int TRIALS = 10_000;

    interface KeyHash {
        long of(long[] key);
    }

    private Avalanche() {}

    /** @param widths the bits of each word of the key */
    static void assertEveryInputBitMovesEveryOutputBit(
            String what, int[] widths, SplittableRandom random, KeyHash hash) {
        double worst = 0;
        for (int word = 0; word < widths.length; word++) {
            for (int bit = 0; bit < widths[word]; bit++) {
                int[] flips = new int[Long.SIZE];
                for (int trial = 0; trial < TRIALS; trial++) {
                    long[] key = new long[widths.length];
                    for (int i = 0; i < key.length; i++) {
                        key[i] = random.nextLong() >>> (Long.SIZE - widths[i]);
                    }
                    long before = hash.of(key);
                    key[word] ^= 1L << bit;
                    long changed = before ^ hash.of(key);
                    for (int out = 0; out < Long.SIZE; out++) {
                        flips[out] += (int) (changed >>> out) & 1;
                    }
                }
                for (int count : flips) {
                    worst = Math.max(worst, Math.abs((double) count / TRIALS - 0.5));
                }
            }
        }
        // One deviation of the measured share is 0.5 / sqrt(10000) = 0.005; the worst of some 20,000 cells is 4 of
        // them.
        double worstBias = worst;
        System.out.printf("Avalanche %s: worst bias %.4f of 0.5%n", what, worstBias);
        assertTrue(worstBias < 0.03, () -> what + ": an output bit flips with a bias of " + worstBias);
    }
}
