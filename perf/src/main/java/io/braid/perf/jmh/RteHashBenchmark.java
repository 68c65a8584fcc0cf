package io.braid.perf.jmh;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.perf.flow.FlowSet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
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
 * What DPDK's rte_hash takes for the look-ups of {@link FlowTableBenchmark#findKeys}: the same keys in the same order and bursts, their hash computed on the way.
 * One downcall for each burst, a fraction of a nanosecond for each key.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@OperationsPerInvocation(RteHashBenchmark.BURST)
public class RteHashBenchmark {
    static final int BURST = 32;

    private static final int MEMORY_MIB = 512;

    /** Keys in the table, which has room for as many. */
    @Param("1048576")
    public int flows;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private Eal eal;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private RteHash table;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment pointers = arena.allocate(JAVA_LONG, BURST);
    private final MemorySegment data = arena.allocate(JAVA_LONG, BURST);
    private final MemorySegment hitMask = arena.allocate(JAVA_LONG);

    @SuppressWarnings("NullAway.Init") // set in setUp
    private MemorySegment keys;

    private int next;

    /** Starts DPDK and fills the table. */
    @Setup
    public void setUp() {
        eal = Eal.start(new EalOptions(MEMORY_MIB, EalOptions.Hugepages.AUTO, List.of(), 0, List.of()));
        table = new RteHash(flows);
        keys = arena.allocate((long) flows * RteHash.KEY_BYTES, 64);
        int missing = 0;
        try (var set = new FlowSet(flows, flows)) {
            for (int i = 0; i < flows; i++) {
                MemorySegment key = keys.asSlice((long) i * RteHash.KEY_BYTES, RteHash.KEY_BYTES);
                key.set(JAVA_LONG, 0, set.addresses(i));
                key.set(JAVA_LONG, 8, set.transport(i));
                missing += table.add(key, i) ? 0 : 1;
            }
        }
        // It promises no room for the last few of as many keys as it was made for.
        if (missing > flows / 20) {
            throw new IllegalStateException(missing + " of " + flows + " keys found no room");
        }
    }

    /** Ends DPDK. */
    @TearDown
    public void tearDown() {
        table.close();
        eal.close();
        arena.close();
    }

    /** Bursts of keys. */
    @Benchmark
    public int find() {
        for (int i = 0; i < BURST; i++) {
            pointers.setAtIndex(JAVA_LONG, i, keys.address() + (long) next * RteHash.KEY_BYTES);
            next = next + 1 == flows ? 0 : next + 1;
        }
        return table.lookUp(pointers, BURST, hitMask, data);
    }
}
