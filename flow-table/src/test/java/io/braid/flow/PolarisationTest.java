package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Behind a switch that spreads flows over four links, a host sees a quarter of them, chosen by the switch's hash. That quarter
 * must still use all of Braid's buckets and paths evenly, whichever quarter it is; behind equal hashes it would use one path.
 */
class PolarisationTest {
    private static final int TCP = 6;
    private static final int FLOWS = 1 << 20;
    private static final int LINKS = 4;
    private static final int BUCKETS = 512;
    private static final int TASK = 0x0A640001; // 10.100.0.1
    private static final int STORAGE = 0xC6336401; // 198.51.100.1
    private static final long SITE = 0x20010DB8_01000000L;
    private static final int HTTPS = 443;

    /** A switch's hash of the i-th flow of a family. */
    record Switch(String name, boolean ipv6, LongUnaryOperator hash) {
        int linkOf(int flow) {
            return (int) hash.applyAsLong(flow) & (LINKS - 1);
        }

        @Override
        public String toString() {
            return name + (ipv6 ? ", IPv6" : ", IPv4");
        }
    }

    static Stream<Switch> switches() {
        Toeplitz microsoft = Toeplitz.microsoft();
        Toeplitz symmetric = Toeplitz.symmetric();
        return Stream.of(
                new Switch("CRC-32", false, i -> crc(key4((int) i))),
                new Switch("CRC-32", true, i -> crc(key6((int) i))),
                new Switch("Toeplitz", false, i -> microsoft.ipv4(source((int) i), STORAGE, port((int) i), HTTPS)),
                new Switch("Toeplitz", true, i -> microsoft.ipv6(SITE, source((int) i), SITE, 1, port((int) i), HTTPS)),
                new Switch("symmetric", false, i -> symmetric.ipv4(source((int) i), STORAGE, port((int) i), HTTPS)),
                new Switch(
                        "symmetric", true, i -> symmetric.ipv6(SITE, source((int) i), SITE, 1, port((int) i), HTTPS)));
    }

    @ParameterizedTest
    @MethodSource("switches")
    void everyQuarterFillsAllBuckets(Switch tor) {
        int[][] low = new int[LINKS][BUCKETS];
        int[][] high = new int[LINKS][BUCKETS];
        FlowHash hash = new FlowHash(7);
        for (int flow = 0; flow < FLOWS; flow++) {
            int link = tor.linkOf(flow);
            long value = tor.ipv6 ? braid6(hash, flow) : braid4(hash, flow);
            low[link][(int) value & (BUCKETS - 1)]++;
            high[link][(int) (value >>> 55)]++;
        }
        for (int link = 0; link < LINKS; link++) {
            ChiSquare.assertUniform(tor + ", link " + link + ", low bits", low[link]);
            ChiSquare.assertUniform(tor + ", link " + link + ", high bits", high[link]);
        }
    }

    /** What the operator sees: a few hundred flows of one quarter on four paths, none of them idle or crowded. */
    @ParameterizedTest
    @MethodSource("switches")
    void everyQuarterUsesAllPaths(Switch tor) {
        BucketTable paths = BucketTable.of(BucketTable.DEFAULT_SIZE, 1, 1, 1, 1);
        FlowHash hash = new FlowHash(7);
        int[][] flows = new int[LINKS][LINKS];
        for (int flow = 0; flow < 4096; flow++) {
            long value = tor.ipv6 ? braid6(hash, flow) : braid4(hash, flow);
            flows[tor.linkOf(flow)][paths.pathOf(value)]++;
        }
        for (int[] ofLink : flows) {
            for (int count : ofLink) {
                // 256 expected, standard deviation below 16.
                assertTrue(count > 176 && count < 336, () -> tor + ": " + count + " of about 256 flows");
            }
        }
    }

    /** The test can fail: CRC-32 behind CRC-32 fills a quarter of the buckets, Toeplitz behind Toeplitz too. */
    @Test
    void equalHashesPolarise() {
        for (Switch tor : switches().toList()) {
            int[] buckets = new int[BUCKETS];
            for (int flow = 0; flow < FLOWS; flow++) {
                if (tor.linkOf(flow) == 0) {
                    buckets[(int) tor.hash.applyAsLong(flow) & (BUCKETS - 1)]++;
                }
            }
            assertThrows(AssertionError.class, () -> ChiSquare.assertUniform(tor + " twice", buckets));
        }
    }

    private static int source(int flow) {
        return TASK + (flow >>> 15);
    }

    private static int port(int flow) {
        return 32768 + (flow & 0x7FFF);
    }

    private static long braid4(FlowHash hash, int flow) {
        return hash.ipv4(source(flow), STORAGE, TCP, port(flow), HTTPS);
    }

    private static long braid6(FlowHash hash, int flow) {
        return hash.ipv6(SITE, source(flow), SITE, 1, TCP, port(flow), HTTPS);
    }

    private static byte[] key4(int flow) {
        return ReferenceToeplitz.ipv4(source(flow), STORAGE, port(flow), HTTPS);
    }

    private static byte[] key6(int flow) {
        return ReferenceToeplitz.ipv6(new long[] {SITE, source(flow)}, new long[] {SITE, 1}, port(flow), HTTPS);
    }

    private static long crc(byte[] key) {
        CRC32 crc = new CRC32();
        crc.update(key);
        return crc.getValue();
    }
}
