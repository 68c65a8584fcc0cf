package io.braid.perf.jmh;

import io.braid.perf.flow.FlowSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.concurrent.ConcurrentHashMap;
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
 * The maps a flow table might have been instead, with the keys of {@link FlowTableBenchmark}: the JDK's, and fastutil's of primitives. The latter is given less
 * to do, as it has only the flow's hash for a key, where a flow table compares the whole key.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@OperationsPerInvocation(FlowMapBenchmark.BURST)
public class FlowMapBenchmark {
    static final int BURST = 32;

    /** The key as an object, as the JDK's map wants it. */
    record Key(long addresses, long transport) {}

    /** Flows in the map. */
    @Param("1048576")
    public int flows;

    private final ConcurrentHashMap<Key, Integer> jdk = new ConcurrentHashMap<>();
    private final Long2IntOpenHashMap fastutil = new Long2IntOpenHashMap();

    @SuppressWarnings("NullAway.Init") // set in setUp
    private Key[] keys;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private long[] hashes;

    private int next;

    /** Fills both. */
    @Setup
    public void setUp() {
        try (var set = new FlowSet(flows, flows)) {
            keys = new Key[flows];
            hashes = new long[flows];
            for (int i = 0; i < flows; i++) {
                keys[i] = new Key(set.addresses(i), set.transport(i));
                hashes[i] = set.hash(i);
                jdk.put(keys[i], i & 3);
                fastutil.put(hashes[i], i & 3);
            }
        }
    }

    private int first() {
        int first = next;
        next = first + BURST < flows ? first + BURST : 0;
        return first;
    }

    /** The JDK's. */
    @Benchmark
    public int concurrentHashMap() {
        int sum = 0;
        for (int i = first(), end = i + BURST; i < end; i++) {
            sum += jdk.getOrDefault(keys[i], -1);
        }
        return sum;
    }

    /** fastutil's, of primitives, by the hash alone. */
    @Benchmark
    public int fastutilByHash() {
        int sum = 0;
        for (int i = first(), end = i + BURST; i < end; i++) {
            sum += fastutil.get(hashes[i]);
        }
        return sum;
    }
}
