package io.braid.flow;

import java.util.Arrays;

/**
 * Maps a flow's hash to a path so that paths can come and go with the least harm to running flows.
 *
 * <p>The hash selects one of {@code size} buckets and each bucket names a path, so a look-up is a mask and a load from an
 * array that stays in the first-level cache (4 KiB by default). What matters is how one table follows from another:
 *
 * <ul>
 *   <li>A path is lost (weight 0): its buckets, and no others, go to the paths that are left, which then hold buckets in
 *       proportion to their weights again.
 *   <li>A path returns, or weights change: buckets pass to paths that hold too few, but only buckets that are idle, and no
 *       more than the new split needs. What is still in use stays, and the next call goes on from there.
 *   <li>Both at once: the lost buckets are handed out, favouring the paths that hold too few; nothing else moves in that
 *       call.
 * </ul>
 *
 * <p>The number of buckets is fixed and independent of the number of paths, so with equal weights each path's share is
 * within 2% of even for any number of paths. A path whose share is less than half a bucket may hold none.
 *
 * <p>It is the default because it is the only method here that remembers: {@link MaglevTable} and {@link RendezvousGroup}
 * compute a flow's path from the weights alone, so when a path returns to three others they move a quarter of the
 * established flows at once, this table none. It is also the fastest to read. What it gives up: two hosts, or one before and
 * after a restart, may hold different tables for the same weights. Figures and how to repeat them: flow-table/README.md,
 * "Path groups".
 *
 * <p>Immutable: any thread may read, and a table can be handed to workers with one volatile write.
 */
public final class BucketTable implements PathSelector {
    /** Look-ups of 4096 bytes stay in the first-level cache, and eight equal shares are 0.1% apart at most. */
    public static final int DEFAULT_SIZE = 4096;

    /** With fewer buckets, equal shares of seven paths would be more than 2% apart from even. */
    public static final int MIN_SIZE = 256;

    public static final int MAX_SIZE = 65536;

    private final byte[] paths;
    private final int[] weights;
    private final int[] held;
    private final int usable;

    /** Takes over the arrays. */
    private BucketTable(byte[] paths, int[] weights, int[] held) {
        this.paths = paths;
        this.weights = weights;
        this.held = held;
        int mask = 0;
        for (int path = 0; path < weights.length; path++) {
            mask |= weights[path] > 0 ? 1 << path : 0;
        }
        this.usable = mask;
    }

    /**
     * A table filled in proportion to the weights, without regard to any earlier one.
     *
     * @param size number of buckets, a power of two from {@link #MIN_SIZE} to {@link #MAX_SIZE}
     * @param weights one weight per path, at most {@link #MAX_PATHS}; 0 for a path that must not be used
     * @throws IllegalArgumentException if the size or a weight is out of range
     */
    public static BucketTable of(int size, int... weights) {
        if (size < MIN_SIZE || size > MAX_SIZE || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("a bucket table needs a power of two from " + MIN_SIZE + " to "
                    + MAX_SIZE + " as its number of buckets, not " + size);
        }
        byte[] paths = new byte[size];
        Arrays.fill(paths, (byte) NONE);
        return new BucketTable(paths, new int[MAX_PATHS], new int[MAX_PATHS]).withWeights(weights, IdleBuckets.NONE);
    }

    /**
     * The table that follows this one when the paths' weights are these. Called again with the same weights it continues
     * the drift towards paths that returned, until {@link #isBalanced()}. For the conductor, when something changed and then
     * now and then; it visits every bucket and allocates the next table.
     *
     * @param newWeights one weight per path, at most {@link #MAX_PATHS}; 0, or no entry, for a path that must not be used
     * @param idle asked only about buckets that would move to a path that holds too few
     * @return this very table if nothing changes
     * @throws IllegalArgumentException if there are too many weights or one is negative
     */
    @Override
    public BucketTable withWeights(int[] newWeights, IdleBuckets idle) {
        int[] nextWeights = PathWeights.checked(newWeights);
        byte[] nextPaths = paths.clone();
        int[] nextHeld = held.clone();
        if (!rehome(nextPaths, nextHeld, nextWeights) && !Apportionment.isCorrect(nextWeights, nextHeld)) {
            drift(nextPaths, nextHeld, nextWeights, idle);
        }
        boolean same = Arrays.equals(nextWeights, weights) && Arrays.equals(nextPaths, paths);
        return same ? this : new BucketTable(nextPaths, nextWeights, nextHeld);
    }

    /** Gives every bucket without a usable path to a path that has one; whether there was any such bucket. */
    private static boolean rehome(byte[] paths, int[] held, int[] weights) {
        for (int path = 0; path < MAX_PATHS; path++) {
            held[path] = weights[path] > 0 ? held[path] : 0;
        }
        boolean found = false;
        for (int bucket = 0; bucket < paths.length; bucket++) {
            int path = paths[bucket];
            if (path != NONE && weights[path] > 0) {
                continue;
            }
            found = true;
            int heir = Apportionment.next(weights, held);
            paths[bucket] = (byte) heir;
            if (heir != NONE) {
                held[heir]++;
            }
        }
        return found;
    }

    /** Passes idle buckets from paths above their final share to paths below theirs, so that no bucket moves twice. */
    private static void drift(byte[] paths, int[] held, int[] weights, IdleBuckets idle) {
        int[] target = Apportionment.targets(paths.length, weights, held);
        for (int bucket = 0; bucket < paths.length; bucket++) {
            int from = paths[bucket];
            if (held[from] <= target[from] || !idle.test(bucket)) {
                continue;
            }
            // Some path is below its target, and the next in line is always such a one.
            int to = Apportionment.next(weights, held);
            paths[bucket] = (byte) to;
            held[from]--;
            held[to]++;
        }
    }

    /**
     * The path of a flow, from 0 to {@link #MAX_PATHS} - 1, or {@link #NONE}. Uses the low bits of the hash; whoever derives
     * something else from the same hash takes the high bits. Allocates nothing.
     */
    @Override
    public int pathOf(long hash) {
        return paths[(int) hash & (paths.length - 1)];
    }

    /** The bucket of a flow, for {@link BucketActivity#touch}. Allocates nothing. */
    public int bucketOf(long hash) {
        return (int) hash & (paths.length - 1);
    }

    /** The path of a bucket, or {@link #NONE}. */
    public int pathAt(int bucket) {
        return paths[bucket];
    }

    /** The number of buckets. */
    public int size() {
        return paths.length;
    }

    /** How many buckets name a path: its share of the flows is this number divided by {@link #size()}. */
    public int bucketsOf(int path) {
        return held[path];
    }

    @Override
    public int weightOf(int path) {
        return weights[path];
    }

    /** The paths whose weight is above 0, a bit for each. */
    int usable() {
        return usable;
    }

    @Override
    public boolean isEmpty() {
        return paths[0] == NONE;
    }

    /** Whether the paths hold buckets in proportion to their weights, so that there is nothing left to drift. */
    public boolean isBalanced() {
        return Apportionment.isCorrect(weights, held);
    }

    /**
     * How many buckets name another path than in an earlier table.
     *
     * @throws IllegalArgumentException if the tables differ in size
     */
    public int movedSince(BucketTable earlier) {
        if (earlier.size() != size()) {
            throw new IllegalArgumentException("cannot compare " + size() + " buckets with " + earlier.size());
        }
        int moved = 0;
        for (int bucket = 0; bucket < paths.length; bucket++) {
            moved += paths[bucket] != earlier.paths[bucket] ? 1 : 0;
        }
        return moved;
    }
}
