package io.braid.perf.jmh;

import io.braid.flow.BucketTable;
import io.braid.flow.FlowMover;
import io.braid.flow.LoadMerge;
import io.braid.flow.PathLoad;
import io.braid.flow.Placement;
import io.braid.flow.PlacementPolicy;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import io.braid.flow.Repath;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What placement costs a worker: per new flow (choose), per burst (roll), per packet (add, and whether the flow is to be moved). Run
 * with {@code -prof gc}: nothing may allocate.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PlacementBenchmark {
    private static final int MASK = 1023;

    private final BucketTable group = BucketTable.of(BucketTable.DEFAULT_SIZE, 1, 1, 1, 1);
    private final PathLoad load = new PathLoad(0, 0);
    private final Placement leastLoaded = new Placement(PlacementPolicy.LEAST_LOADED, load, 1, 5);
    private final Placement byHash = new Placement(PlacementPolicy.HASH, load, 1, 5);
    private final LoadMerge merge =
            new LoadMerge(List.of(load, new PathLoad(1, 0), new PathLoad(2, 0), new PathLoad(3, 0)));
    private final FlowMover mover = new FlowMover();
    private final Repath order = new Rebalancer(RebalancerSettings.DEFAULT).order();
    private final long[] hashes = new SplittableRandom(1).longs(MASK + 1).toArray();
    private int i;
    private int tick;

    /** A new flow under least-loaded, with the note of its pin. */
    @Benchmark
    public int chooseLeastLoaded() {
        int path = leastLoaded.choose(hashes[i++ & MASK], group, 0, false);
        load.pinned(path);
        return path;
    }

    /** The same with two preferred paths. */
    @Benchmark
    public int chooseLeastLoadedPreferred() {
        int path = leastLoaded.choose(hashes[i++ & MASK], group, 3, false);
        load.pinned(path);
        return path;
    }

    /** The peer: a new flow under hash. */
    @Benchmark
    public int chooseHash() {
        return byHash.choose(hashes[i++ & MASK], group, 0, false);
    }

    /** Hash among two preferred paths. */
    @Benchmark
    public int chooseHashPreferred() {
        return byHash.choose(hashes[i++ & MASK], group, 3, false);
    }

    /** A packet's bytes. */
    @Benchmark
    public void add() {
        load.add(i++ & 3, 1500);
    }

    /** A burst within the same millisecond. */
    @Benchmark
    public void rollWithinAMillisecond() {
        load.roll(tick);
    }

    /** The first burst of a millisecond. */
    @Benchmark
    public void rollEachMillisecond() {
        load.add(i++ & 3, 1500);
        load.roll(++tick);
    }

    /** A packet of a pinned flow while nothing is to be moved. */
    @Benchmark
    public boolean nothingToMove() {
        return mover.takes(order, group, hashes[i++ & MASK], 0, 1000, 100, tick);
    }

    /** The conductor's merge for four workers. */
    @Benchmark
    public void mergeFourWorkers() {
        merge.run();
    }
}
