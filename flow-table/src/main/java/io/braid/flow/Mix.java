package io.braid.flow;

/** The two bit mixers that the seeded hashes of this package are built from. */
final class Mix {
    /** 2^64 divided by the golden ratio, made odd: the step of SplitMix64. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private Mix() {}

    /**
     * Folds the 128-bit product of two words into 64 bits. Every bit of the result depends on every bit of both words in a
     * way that is not linear over XOR, unlike CRC and Toeplitz. Callers XOR a secret into both words first: a word that is
     * zero swallows the other, and only somebody who knows the secret can make that happen on purpose.
     */
    static long fold(long a, long b) {
        return (a * b) ^ Math.unsignedMultiplyHigh(a, b);
    }

    /** The {@code index}-th secret word drawn from a seed (SplitMix64; Steele, Lea and Flood, OOPSLA 2014). */
    static long secret(long seed, int index) {
        long z = seed + (index + 1) * GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
