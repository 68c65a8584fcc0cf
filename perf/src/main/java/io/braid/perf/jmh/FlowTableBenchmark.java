package io.braid.perf.jmh;

import io.braid.flow.FlowBurst;
import io.braid.flow.FlowTable;
import io.braid.perf.flow.FlowSet;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What looking up a burst of flows in a full {@link FlowTable} costs. Subtract {@link #keys}, which fills the burst and is the benchmark's own. {@link
 * #findOneByOne} is the same without having all lines on their way before the first is needed. The peers
 * are in {@link FlowMapBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@OperationsPerInvocation(FlowTableBenchmark.BURST)
public class FlowTableBenchmark {
    static final int BURST = 32;

    /** Flows in the table, which is as large as they need. */
    @Param({"1048576", "16777216"})
    public int flows;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private FlowSet set;

    private final FlowBurst burst = new FlowBurst(BURST);

    /** Fills the table. */
    @Setup
    public void setUp() {
        set = new FlowSet(flows, flows);
        set.fill();
    }

    /** Frees it. */
    @TearDown
    public void tearDown() {
        set.close();
    }

    /** The benchmark's own part. */
    @Benchmark
    public FlowBurst keys() {
        set.next(burst, BURST);
        return burst;
    }

    /** As a worker does it. */
    @Benchmark
    public FlowBurst find() {
        set.next(burst, BURST);
        set.table().find(burst);
        return burst;
    }

    /** From keys of which the hash is not known yet. */
    @Benchmark
    public FlowBurst findKeys() {
        set.nextHashed(burst, BURST);
        set.table().find(burst);
        return burst;
    }

    /** Each look-up by itself. */
    @Benchmark
    public long findOneByOne() {
        set.next(burst, BURST);
        long sum = 0;
        for (int i = 0; i < BURST; i++) {
            sum += set.table().find(burst.addresses[i], burst.transport[i], burst.hash[i]);
        }
        return sum;
    }
}
