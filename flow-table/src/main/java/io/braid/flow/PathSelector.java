package io.braid.flow;

/**
 * Chooses a flow's path from its hash, in proportion to the paths' weights: the contract that {@link BucketTable},
 * {@link MaglevTable} and {@link RendezvousGroup} share, so that they can be exchanged and compared.
 *
 * <p>The same hash gives the same path, in every run and on every machine, for groups with the same history of weights. Over
 * evenly distributed hashes each path's share is its weight's part of the sum, within what the method promises. What happens
 * to flows when weights change is where the methods differ; each states it for {@link #withWeights}.
 *
 * <p>Immutable: any thread may read, and a group can be handed to workers with one volatile write. Look-ups allocate nothing.
 */
public interface PathSelector {
    /** What {@link #pathOf} answers while no path is usable. */
    int NONE = -1;

    /** Paths are numbered from 0 to this number less one. */
    int MAX_PATHS = 8;

    /**
     * The path of a flow, from 0 to {@link #MAX_PATHS} - 1, or {@link #NONE}; never one of weight 0.
     *
     * @param hash any value; all choose from its low 32 bits or mix all of them, so other uses of the hash take the high bits
     */
    int pathOf(long hash);

    /**
     * The weight a path has, 0 if it is not usable.
     *
     * @throws IndexOutOfBoundsException if the path is not from 0 to {@link #MAX_PATHS} - 1
     */
    int weightOf(int path);

    /** Whether no path is usable. */
    boolean isEmpty();

    /**
     * The group that follows this one when the paths' weights are these. For the conductor: it may take milliseconds.
     *
     * @param weights one weight per path, at most {@link #MAX_PATHS}; 0, or no entry, for a path that must not be used
     * @param idle which flows may change their path unnoticed; only {@link BucketTable} can heed it
     * @throws IllegalArgumentException if there are too many weights or one is negative
     */
    PathSelector withWeights(int[] weights, IdleBuckets idle);
}
