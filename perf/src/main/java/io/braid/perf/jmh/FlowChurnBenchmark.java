package io.braid.perf.jmh;

import io.braid.flow.FlowBurst;
import io.braid.flow.FlowTable;
import io.braid.perf.flow.FlowSet;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What flows that come and go cost those that stay: a million of these, in a {@link FlowTable} with room for two, with and without a million new ones a second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@OperationsPerInvocation(FlowChurnBenchmark.BURST)
public class FlowChurnBenchmark {
    static final int BURST = 32;

    private static final int FLOWS = 1 << 20;

    private final FlowSet set = new FlowSet(FLOWS, 2 * FLOWS);
    private static final int NANOS_PER_NEW = 1000;
    /** Most that come with one burst, when it had to catch up. */
    private static final int MOST_NEW = 8;

    private final FlowBurst burst = new FlowBurst(BURST + MOST_NEW);
    private long begin;
    private long came;

    /** Counts the flows that came, beside the look-ups. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class NewFlows {
        /** So many; JMH reads it. */
        public long newFlows;

        /** Starts to count. */
        @Setup(Level.Iteration)
        public void reset() {
            newFlows = 0;
        }
    }

    /** What was missed between iterations is not caught up. */
    @Setup(Level.Iteration)
    public void setClock() {
        begin = System.nanoTime();
        came = 0;
    }

    /** Fills the table. */
    @Setup
    public void setUp() {
        set.fill();
    }

    /** Frees it. */
    @TearDown
    public void tearDown() {
        set.close();
    }

    /** Nothing comes and goes. The clock is read as it is there: a worker does so in each turn, for its own ends. */
    @Benchmark
    public FlowBurst still() {
        set.next(burst, BURST);
        came = System.nanoTime() - begin;
        set.table().find(burst);
        return burst;
    }

    /**
     * As a worker does it when the first packets of a million new flows come in each second, by the clock, and as many flows expire: these are looked up in vain with the others, and
     * pinned afterwards. A new flow is forgotten after a fifth of a second. The time is for each look-up of a flow that stays.
     */
    @Benchmark
    public FlowBurst churn(NewFlows counter) {
        set.next(burst, BURST);
        long due = Math.min(MOST_NEW, (System.nanoTime() - begin) / NANOS_PER_NEW - came);
        for (long n = 0; n < due; n++) {
            set.addNew(burst);
        }
        came += due;
        counter.newFlows += due;
        set.table().find(burst);
        set.pinNew(burst, BURST);
        return burst;
    }
}
