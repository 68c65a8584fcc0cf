package io.braid.flow;

import java.util.Arrays;

/**
 * Maglev hashing, kept beside {@link BucketTable} to be compared with it: a table that is computed from the weights alone,
 * so that hosts which never talked to each other come to the same one.
 *
 * <p>Each path has its own order of preference over all slots (a start and a step, both drawn from the path's number), and
 * the paths take turns in claiming the first free slot of their order (Eisenbud et al., "Maglev: A Fast and Reliable
 * Software Network Load Balancer", NSDI 2016, section 3.4). The paper leaves open how weights change the turns; here the
 * next turn is the one that Webster's method gives, so slots are divided as exactly as {@link BucketTable}'s buckets: with
 * equal weights no path holds more than one slot more than another.
 *
 * <p>A change of weights disturbs: besides the slots that must change hands, some of those between unchanged paths do (at
 * worst 0.4% of all with 65537 slots and up to 8 paths, 1.7% with 4099; PathSelectorContractTest), and none can wait until
 * the flows in it have ended.
 *
 * <p>Immutable, any thread. Look-ups scale the hash's low 32 bits to the table and allocate nothing.
 */
public final class MaglevTable implements PathSelector {
    /** The paper's small table. */
    public static final int DEFAULT_SIZE = 65537;

    /** The smallest size: the paper's example. For shares within 2% of even, 8 paths need 401 slots or more. */
    public static final int MIN_SIZE = 7;

    /** The paper's large table. */
    public static final int MAX_SIZE = 655373;

    private final byte[] slots;
    private final int[] offsets;
    private final int[] skips;
    private final int[] weights;
    private final int[] held;

    private MaglevTable(int size, int[] offsets, int[] skips, int[] weights) {
        this.slots = new byte[size];
        this.offsets = offsets;
        this.skips = skips;
        this.weights = weights;
        this.held = new int[MAX_PATHS];
        Arrays.fill(slots, (byte) NONE);
        populate();
    }

    /**
     * The table for some weights.
     *
     * @param size number of slots, a prime from {@link #MIN_SIZE} to {@link #MAX_SIZE}, because only then does every step
     *     visit every slot
     * @param weights one weight per path, at most {@link #MAX_PATHS}; 0 for a path that must not be used
     * @throws IllegalArgumentException if the size or a weight is out of range
     */
    public static MaglevTable of(int size, int... weights) {
        if (size < MIN_SIZE || size > MAX_SIZE || !isPrime(size)) {
            throw new IllegalArgumentException(
                    "a Maglev table needs a prime from " + MIN_SIZE + " to " + MAX_SIZE + " as its size, not " + size);
        }
        int[] offsets = new int[MAX_PATHS];
        int[] skips = new int[MAX_PATHS];
        for (int path = 0; path < MAX_PATHS; path++) {
            offsets[path] = (int) Long.remainderUnsigned(Mix.secret(0, 2 * path), size);
            skips[path] = (int) Long.remainderUnsigned(Mix.secret(0, 2 * path + 1), size - 1) + 1;
        }
        return new MaglevTable(size, offsets, skips, PathWeights.checked(weights));
    }

    /** A table whose orders of preference are given, for the paper's example. */
    static MaglevTable withPreferences(int size, int[] offsets, int[] skips, int... weights) {
        return new MaglevTable(size, offsets, skips, PathWeights.checked(weights));
    }

    private static boolean isPrime(int number) {
        for (int divisor = 2; divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return number > 1;
    }

    private void populate() {
        int[] wanted = offsets.clone();
        for (int filled = 0; filled < slots.length; filled++) {
            int path = Apportionment.next(weights, held);
            if (path == NONE) {
                return;
            }
            int slot = wanted[path];
            while (slots[slot] != NONE) {
                slot += skips[path];
                slot -= slot >= slots.length ? slots.length : 0;
            }
            slots[slot] = (byte) path;
            wanted[path] = slot;
            held[path]++;
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>The new table depends on the weights only, not on this one. {@code idle} is not asked: flows move at once.
     */
    @Override
    public MaglevTable withWeights(int[] newWeights, IdleBuckets idle) {
        int[] next = PathWeights.checked(newWeights);
        return Arrays.equals(next, weights) ? this : new MaglevTable(slots.length, offsets, skips, next);
    }

    @Override
    public int pathOf(long hash) {
        return slots[(int) (((hash & 0xFFFF_FFFFL) * slots.length) >>> 32)];
    }

    /** The path of a slot, or {@link #NONE}. */
    public int pathAt(int slot) {
        return slots[slot];
    }

    /** The number of slots. */
    public int size() {
        return slots.length;
    }

    /** How many slots name a path. */
    public int slotsOf(int path) {
        return held[path];
    }

    @Override
    public int weightOf(int path) {
        return weights[path];
    }

    @Override
    public boolean isEmpty() {
        return slots[0] == NONE;
    }
}
