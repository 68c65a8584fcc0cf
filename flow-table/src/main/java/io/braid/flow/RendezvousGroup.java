package io.braid.flow;

import java.util.Arrays;

/**
 * Weighted rendezvous hashing (highest random weight), kept beside {@link BucketTable} to be compared with it: no table at
 * all, each look-up draws a score for every usable path and takes the best.
 *
 * <p>The score of a path of weight w is {@code -w / ln(u)}, with u drawn evenly from (0, 1) by hashing the flow's hash with
 * the path's number; the best score is a path's with the probability of its part of the sum of weights (Schindelhauer and
 * Schomaker, "Weighted Distributed Hash Tables", SPAA 2005; Thaler and Ravishankar, 1998, for equal weights). Shares are even
 * only as chance is: of n flows a path gets its share p within about sqrt(p (1 - p) / n).
 *
 * <p>Changing one path's weight moves flows only to that path or away from it, and no more than the new share needs. But
 * they move at once: without buckets nothing remembers which flows are alive.
 *
 * <p>Immutable, any thread, allocates nothing per call. A look-up takes a multiplication per usable path, and a logarithm if
 * weights differ: with equal weights the greatest u has the best score.
 */
public final class RendezvousGroup implements PathSelector {
    private final int[] weights;
    private final boolean equal;

    /** The usable paths, and for each the factor of its score and two words drawn from its number. */
    private final int[] paths;

    private final double[] factors;
    private final long[] keys;
    private final long[] multipliers;

    private RendezvousGroup(int[] weights) {
        this.weights = weights;
        equal = Arrays.stream(weights).filter(weight -> weight > 0).distinct().count() <= 1;
        int usable = (int) Arrays.stream(weights).filter(weight -> weight > 0).count();
        paths = new int[usable];
        factors = new double[usable];
        keys = new long[usable];
        multipliers = new long[usable];
        int i = 0;
        for (int path = 0; path < weights.length; path++) {
            if (weights[path] > 0) {
                paths[i] = path;
                factors[i] = -weights[path];
                keys[i] = Mix.secret(1, 2 * path);
                multipliers[i] = Mix.secret(1, 2 * path + 1);
                i++;
            }
        }
    }

    /**
     * The group for some weights.
     *
     * @param weights one weight per path, at most {@link #MAX_PATHS}; 0 for a path that must not be used
     * @throws IllegalArgumentException if there are too many weights or one is negative
     */
    public static RendezvousGroup of(int... weights) {
        return new RendezvousGroup(PathWeights.checked(weights));
    }

    /** {@inheritDoc} <p>{@code idle} is not asked: flows move at once. */
    @Override
    public RendezvousGroup withWeights(int[] newWeights, IdleBuckets idle) {
        int[] next = PathWeights.checked(newWeights);
        return Arrays.equals(next, weights) ? this : new RendezvousGroup(next);
    }

    @Override
    public int pathOf(long hash) {
        return equal ? greatestDraw(hash) : bestScore(hash);
    }

    private int greatestDraw(long hash) {
        int best = NONE;
        long greatest = -1;
        for (int i = 0; i < paths.length; i++) {
            long draw = draw(hash, i);
            // Chance decides, so no branch could be predicted.
            best = draw > greatest ? paths[i] : best;
            greatest = Math.max(draw, greatest);
        }
        return best;
    }

    private int bestScore(long hash) {
        int best = NONE;
        double highest = 0;
        for (int i = 0; i < paths.length; i++) {
            // Half a step off both ends: the logarithm is neither infinite nor zero.
            double u = (draw(hash, i) + 0.5) * 0x1p-52;
            // StrictMath, because Math.log may differ by a bit between CPUs, and hosts must agree.
            double score = factors[i] / StrictMath.log(u);
            if (score > highest) {
                highest = score;
                best = paths[i];
            }
        }
        return best;
    }

    /** 52 even bits, as many as leave room for a half in a double below 1. */
    private long draw(long hash, int i) {
        return Mix.fold(hash ^ keys[i], multipliers[i]) >>> 12;
    }

    @Override
    public int weightOf(int path) {
        return weights[path];
    }

    @Override
    public boolean isEmpty() {
        return paths.length == 0;
    }
}
