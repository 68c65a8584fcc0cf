package io.braid.perf.flow;

import io.braid.flow.IdleBuckets;
import io.braid.flow.PathSelector;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Puts one way to choose paths through the changes that {@link GroupFigures} reports, over the same random flows for each. */
final class GroupTrial {
    private static final long SEED = 1;
    private static final int FLOWS = 1 << 20;
    private static final int ESTABLISHED = 1 << 15;
    private static final int ELEPHANT_TRIALS = 1000;
    private static final int FLAPS = 250;
    private static final int PATHS = 4;

    private final Function<int[], PathSelector> of;
    private final long[] flows = new SplittableRandom(SEED).longs(FLOWS).toArray();
    private final long[] established = Arrays.copyOf(flows, ESTABLISHED);

    private GroupTrial(Function<int[], PathSelector> of) {
        this.of = of;
    }

    static GroupFigures figures(String method, int tableBytes, Function<int[], PathSelector> of) {
        var trial = new GroupTrial(of);
        double[] loss = trial.loss();
        return new GroupFigures(
                method,
                tableBytes,
                trial.worstOffEven(),
                trial.elephants(),
                loss[0],
                loss[1],
                trial.moved(new int[] {1, 1, 1, 0}, new int[] {1, 1, 1, 1}, IdleBuckets.NONE),
                trial.moved(new int[] {1, 1, 1, 0}, new int[] {1, 1, 1, 1}, IdleBuckets.ALL),
                trial.moved(new int[] {1, 1, 1, 1}, new int[] {1, 1, 1, 2}, IdleBuckets.NONE),
                trial.flapping());
    }

    private double worstOffEven() {
        double worst = 0;
        for (int paths = 1; paths <= PathSelector.MAX_PATHS; paths++) {
            int[] count = count(paths(of.apply(equal(paths)), flows));
            for (int path = 0; path < paths; path++) {
                worst = Math.max(worst, Math.abs((double) count[path] * paths / FLOWS - 1));
            }
        }
        return worst;
    }

    private double elephants() {
        PathSelector group = of.apply(equal(PATHS));
        double sum = 0;
        for (int trial = 0; trial < ELEPHANT_TRIALS; trial++) {
            int[] eight = paths(group, Arrays.copyOfRange(flows, 8 * trial, 8 * trial + 8));
            sum += maxOverMean(count(eight), PATHS);
        }
        return sum / ELEPHANT_TRIALS;
    }

    /** The worst case of the four that can be lost: the part of the survivors' flows that moved, and max / mean. */
    private double[] loss() {
        PathSelector four = of.apply(equal(PATHS));
        int[] before = paths(four, flows);
        double[] worst = new double[2];
        for (int lost = 0; lost < PATHS; lost++) {
            int[] weights = equal(PATHS);
            weights[lost] = 0;
            int[] after = paths(four.withWeights(weights, IdleBuckets.NONE), flows);
            int[] had = count(before);
            worst[0] = Math.max(worst[0], (double) movedAlive(before, after, weights) / (FLOWS - had[lost]));
            worst[1] = Math.max(worst[1], maxOverMean(count(after), PATHS - 1));
        }
        return worst;
    }

    private double moved(int[] from, int[] to, IdleBuckets idle) {
        PathSelector group = of.apply(from);
        int[] before = paths(group, established);
        return (double) movedAlive(before, paths(group.withWeights(to, idle), established), to) / ESTABLISHED;
    }

    /** One path is always left, as with more than one uplink it nearly always is. */
    private double flapping() {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] weights = equal(PATHS);
        PathSelector group = of.apply(weights);
        int[] before = paths(group, established);
        long moved = 0;
        for (int change = 0; change < FLAPS; change++) {
            int path = random.nextInt(PATHS);
            weights[path] = 1 - weights[path];
            if (IntStream.of(weights).sum() == 0) {
                weights[(path + 1) % PATHS] = 1;
            }
            group = group.withWeights(weights, IdleBuckets.NONE);
            int[] after = paths(group, established);
            moved += movedAlive(before, after, weights);
            before = after;
        }
        return (double) moved / FLAPS / ESTABLISHED;
    }

    /** Flows that moved although the path they were on is still usable. */
    private static int movedAlive(int[] before, int[] after, int[] weights) {
        int moved = 0;
        for (int flow = 0; flow < before.length; flow++) {
            moved += before[flow] != after[flow] && weights[before[flow]] > 0 ? 1 : 0;
        }
        return moved;
    }

    private static int[] paths(PathSelector group, long[] hashes) {
        return Arrays.stream(hashes).mapToInt(group::pathOf).toArray();
    }

    private static int[] count(int[] pathOfFlow) {
        int[] count = new int[PathSelector.MAX_PATHS];
        for (int path : pathOfFlow) {
            count[path]++;
        }
        return count;
    }

    private static double maxOverMean(int[] count, int usable) {
        return Arrays.stream(count).max().orElseThrow()
                * (double) usable
                / Arrays.stream(count).sum();
    }

    private static int[] equal(int paths) {
        int[] weights = new int[paths];
        Arrays.fill(weights, 1);
        return weights;
    }
}
