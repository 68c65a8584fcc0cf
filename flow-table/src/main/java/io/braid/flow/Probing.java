package io.braid.flow;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/** How open-addressing arrays are sized and how far a search in them can go. Runs when a table is built, not per packet. */
final class Probing {
    /** At most half full, a table has a run longer than 128 once in about a million seeds: this many never happen. */
    static final int MAX_ATTEMPTS = 6;

    private Probing() {}

    /** The smallest power of two that is at most half full with so many entries, and at least 2. */
    static int capacityFor(int entries) {
        return Math.max(2, Integer.highestOneBit(Math.max(1, entries * 2 - 1)) * 2);
    }

    /**
     * The longest search in a circular array with linear probing: the longest run of used slots, plus the empty slot behind
     * it. At least one slot must be empty.
     */
    static int longestProbe(int capacity, IntPredicate used) {
        int longest = 0;
        int run = 0;
        // Twice round, because a run may go on from the last slot to the first.
        for (int i = 0; i < 2 * capacity; i++) {
            run = used.test(i & (capacity - 1)) ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest + 1;
    }

    /**
     * Builds with growing capacity until no search is too long.
     *
     * @param build makes the array of the n-th attempt, which has {@code capacityFor(entries) << n} slots
     * @throws IllegalStateException if {@link #MAX_ATTEMPTS} were not enough
     */
    static <T> T retry(int maxProbes, IntFunction<T> build, ToIntFunction<T> longestProbe) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            T built = build.apply(attempt);
            if (longestProbe.applyAsInt(built) <= maxProbes) {
                return built;
            }
        }
        throw new IllegalStateException("no address table with searches of at most " + maxProbes
                + " slots was found with " + MAX_ATTEMPTS + " seeds; build it again with another seed");
    }
}
