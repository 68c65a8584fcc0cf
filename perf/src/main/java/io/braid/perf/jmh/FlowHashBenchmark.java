package io.braid.perf.jmh;

import io.braid.flow.FlowHash;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What hashing a burst of flow keys costs, against the CRC32C that the CPU computes in hardware and switches use. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@OperationsPerInvocation(FlowHashBenchmark.BURST)
public class FlowHashBenchmark {
    static final int BURST = 32;

    private final FlowHash hash = new FlowHash(42);
    private final long[] words = new SplittableRandom(1).longs(4 * BURST).toArray();
    private final byte[] bytes = new byte[13 * BURST];

    /** Fills the byte form of the keys. */
    public FlowHashBenchmark() {
        new SplittableRandom(2).nextBytes(bytes);
    }

    /** Flow hash of IPv4 keys. */
    @Benchmark
    public long ipv4() {
        long sum = 0;
        for (int i = 0; i < BURST; i++) {
            long addresses = words[4 * i];
            int ports = (int) words[4 * i + 1];
            sum += hash.ipv4((int) (addresses >>> 32), (int) addresses, 6, ports >>> 16, ports);
        }
        return sum;
    }

    /** Flow hash of IPv6 keys. */
    @Benchmark
    public long ipv6() {
        long sum = 0;
        for (int i = 0; i < BURST; i++) {
            int ports = (int) words[4 * i];
            sum += hash.ipv6(
                    words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3], 6, ports >>> 16, ports);
        }
        return sum;
    }

    /** The peer: CRC32C over the 13 bytes of an IPv4 key. */
    @Benchmark
    public long crc32cOfIpv4() {
        var crc = new CRC32C();
        long sum = 0;
        for (int i = 0; i < BURST; i++) {
            crc.reset();
            crc.update(bytes, 13 * i, 13);
            sum += crc.getValue();
        }
        return sum;
    }
}
