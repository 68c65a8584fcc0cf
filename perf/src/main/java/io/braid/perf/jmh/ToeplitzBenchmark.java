package io.braid.perf.jmh;

import io.braid.flow.Toeplitz;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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

/**
 * What the RSS hash of a flow costs with a table per input byte, against the bit-by-bit form ({@code rte_softrss} of DPDK's rte_thash.h works that way) and
 * against tables per half byte, which are an eighth of the size but need twice the look-ups.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@OperationsPerInvocation(ToeplitzBenchmark.BURST)
public class ToeplitzBenchmark {
    static final int BURST = 32;
    private static final int IPV4_FLOW_BITS = 96;

    private final Toeplitz toeplitz = Toeplitz.microsoft();
    private final long[] words = new SplittableRandom(1).longs(5 * BURST).toArray();
    private final int[] windows = new int[IPV4_FLOW_BITS];
    private final int[] halves = new int[(IPV4_FLOW_BITS / 4) << 4];

    /** Derives the rejected forms' tables from the hash itself: it is linear. */
    public ToeplitzBenchmark() {
        for (int bit = 0; bit < IPV4_FLOW_BITS; bit++) {
            windows[bit] = hashOf(bit);
        }
        for (int i = 0; i < halves.length; i++) {
            for (int bit = 0; bit < 4; bit++) {
                halves[i] ^= (i & 8 >> bit) != 0 ? windows[(i >> 4) * 4 + bit] : 0;
            }
        }
    }

    private int hashOf(int bit) {
        int word = 0x8000_0000 >>> bit;
        return switch (bit / 32) {
            case 0 -> toeplitz.ipv4(word, 0, 0, 0);
            case 1 -> toeplitz.ipv4(0, word, 0, 0);
            default -> toeplitz.ipv4(0, 0, word >>> 16, word);
        };
    }

    /** IPv4 addresses and ports. */
    @Benchmark
    public int ipv4() {
        int sum = 0;
        for (int i = 0; i < BURST; i++) {
            int ports = (int) words[5 * i + 1];
            sum += toeplitz.ipv4((int) (words[5 * i] >>> 32), (int) words[5 * i], ports >>> 16, ports);
        }
        return sum;
    }

    /** IPv6 addresses and ports. */
    @Benchmark
    public int ipv6() {
        int sum = 0;
        for (int i = 0; i < BURST; i++) {
            int ports = (int) words[5 * i + 4];
            sum += toeplitz.ipv6(
                    words[5 * i], words[5 * i + 1], words[5 * i + 2], words[5 * i + 3], ports >>> 16, ports);
        }
        return sum;
    }

    /** Rejected: IPv4, a table per half byte. */
    @Benchmark
    public int ipv4HalfBytes() {
        int sum = 0;
        for (int i = 0; i < BURST; i++) {
            sum += halves(0, (int) (words[5 * i] >>> 32))
                    ^ halves(8, (int) words[5 * i])
                    ^ halves(16, (int) words[5 * i + 1]);
        }
        return sum;
    }

    private int halves(int position, int value) {
        int result = 0;
        for (int i = 0; i < 8; i++) {
            result ^= halves[(position + i) << 4 | (value >>> (28 - 4 * i) & 15)];
        }
        return result;
    }

    /** Rejected: IPv4, bit by bit. */
    @Benchmark
    public int ipv4Bits() {
        int sum = 0;
        for (int i = 0; i < BURST; i++) {
            sum += bits(0, (int) (words[5 * i] >>> 32))
                    ^ bits(32, (int) words[5 * i])
                    ^ bits(64, (int) words[5 * i + 1]);
        }
        return sum;
    }

    private int bits(int position, int value) {
        int result = 0;
        for (int left = value; left != 0; left &= left - 1) {
            result ^= windows[position + Integer.numberOfLeadingZeros(Integer.lowestOneBit(left))];
        }
        return result;
    }
}
