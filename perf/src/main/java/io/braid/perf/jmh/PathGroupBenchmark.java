package io.braid.perf.jmh;

import io.braid.flow.BucketTable;
import io.braid.flow.IdleBuckets;
import io.braid.flow.MaglevTable;
import io.braid.flow.PathSelector;
import io.braid.flow.RendezvousGroup;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What choosing a path costs per flow of a burst, and what a change of weights costs, for the three ways to do it. The default's peers are the other two. One
 * method per run, as in the dataplane, so the calls through the interface are direct.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PathGroupBenchmark {
    static final int BURST = 32;
    private static final int HASHES = 1 << 16;
    private static final int[] ALL = {1, 1, 1, 1};
    private static final int[] THREE = {1, 1, 0, 1};
    private static final int[] WEIGHTED = {4, 4, 4, 1};

    /** The way to choose; rendezvous hashing needs logarithms only when weights differ. */
    @Param({"buckets", "maglev", "rendezvous", "rendezvous weighted"})
    public String method = "";

    /** More hashes than fit a first-level cache would hold slots for, so that a large table pays for its size. */
    private final long[] hashes = new SplittableRandom(1).longs(HASHES).toArray();

    private PathSelector group = BucketTable.of(BucketTable.MIN_SIZE);
    private boolean down;
    private int next;

    /** Makes the group that the run is about. */
    @Setup
    public void makeGroup() {
        group = switch (method) {
            case "buckets" -> BucketTable.of(BucketTable.DEFAULT_SIZE, ALL);
            case "maglev" -> MaglevTable.of(MaglevTable.DEFAULT_SIZE, ALL);
            case "rendezvous" -> RendezvousGroup.of(ALL);
            case "rendezvous weighted" -> RendezvousGroup.of(WEIGHTED);
            default -> throw new IllegalArgumentException("no method is called " + method);
        };
    }

    /** Paths of a burst of flows. */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public long lookup() {
        next = (next + BURST) & (HASHES - 1);
        long sum = 0;
        for (int i = 0; i < BURST; i++) {
            sum += group.pathOf(hashes[next + i]);
        }
        return sum;
    }

    /** One of four paths is lost, then returns, and so on: the next group. */
    @Benchmark
    public PathSelector change() {
        down = !down;
        group = group.withWeights(down ? THREE : ALL, IdleBuckets.ALL);
        return group;
    }
}
