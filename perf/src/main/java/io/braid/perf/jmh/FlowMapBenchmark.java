package io.braid.perf.jmh;

import io.braid.perf.flow.FlowSet;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * The maps a flow table might have been instead, with the keys of {@link FlowTableBenchmark} in an order that is none to any of them: the JDK's, and two of fastutil's.
 *
 * <p>A packet brings the words of its key and never the object that is in the map, so a map of objects is asked with one made for the look-up (which need not be on the heap). A map of
 * primitive keys has no room for the 104 bits of an IPv4 flow: fastutil's can be given the flow's hash alone, and then takes two flows with the same hash for one. It shows what
 * comparing the key costs.
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
    private final Object2IntOpenHashMap<Key> fastutil = new Object2IntOpenHashMap<>();
    private final Long2IntOpenHashMap byHash = new Long2IntOpenHashMap();

    @SuppressWarnings("NullAway.Init") // set in setUp
    private long[] addresses;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private long[] transport;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private long[] hashes;

    private int next;

    /** Fills all, and shuffles the keys: else they would be looked up as their objects lie in memory. */
    @Setup
    public void setUp() {
        int[] order = IntArrays.shuffle(IntStream.range(0, flows).toArray(), new Random(1));
        addresses = new long[flows];
        transport = new long[flows];
        hashes = new long[flows];
        try (var set = new FlowSet(flows, flows)) {
            for (int i = 0; i < flows; i++) {
                var key = new Key(set.addresses(i), set.transport(i));
                jdk.put(key, i & 3);
                fastutil.put(key, i & 3);
                byHash.put(set.hash(i), i & 3);
                addresses[order[i]] = key.addresses();
                transport[order[i]] = key.transport();
                hashes[order[i]] = set.hash(i);
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
            sum += jdk.getOrDefault(new Key(addresses[i], transport[i]), -1);
        }
        return sum;
    }

    /** fastutil's, of objects. */
    @Benchmark
    public int fastutil() {
        int sum = 0;
        for (int i = first(), end = i + BURST; i < end; i++) {
            sum += fastutil.getInt(new Key(addresses[i], transport[i]));
        }
        return sum;
    }

    /** fastutil's, of primitives, by the hash alone. */
    @Benchmark
    public int fastutilByHash() {
        int sum = 0;
        for (int i = first(), end = i + BURST; i < end; i++) {
            sum += byHash.get(hashes[i]);
        }
        return sum;
    }
}
