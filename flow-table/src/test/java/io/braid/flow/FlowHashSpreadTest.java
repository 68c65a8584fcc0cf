package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How evenly key sets as they occur on a training host fill buckets, also behind a switch that hashes with CRC or Toeplitz. */
class FlowHashSpreadTest {
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int TASK = 0x0A640001; // 10.100.0.1
    private static final int STORAGE = 0xC6336401; // 198.51.100.1
    private static final long SITE = 0x20010DB8_01000000L;
    private static final int FLOWS = 1 << 20;
    private static final int BUCKETS = 4096;

    /** A set of flows, given as the hashes of {@link #FLOWS} distinct keys. */
    record Workload(String name, Keys keys) {
        @Override
        public String toString() {
            return name;
        }
    }

    interface Keys {
        void forEach(FlowHash hash, LongConsumer to);
    }

    static Stream<Workload> workloads() {
        return Stream.of(
                new Workload("sequential source ports", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv4(TASK + (i >>> 15), STORAGE, TCP, 32768 + (i & 0x7FFF), 443));
                    }
                }),
                new Workload("even source ports, as Linux's connect chooses them", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv4(TASK + (i >>> 14), STORAGE, TCP, 32768 + 2 * (i & 0x3FFF), 443));
                    }
                }),
                new Workload("sequential task addresses", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv4(0x0A000000 + i, STORAGE, TCP, 40000, 443));
                    }
                }),
                new Workload("a grid of tasks and storage servers", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv4(TASK + (i >>> 10), STORAGE + (i & 0x3FF), UDP, 4791, 4791));
                    }
                }),
                new Workload("fragments", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv4Addresses(TASK + (i >>> 10), STORAGE + (i & 0x3FF)));
                    }
                }),
                new Workload("IPv6 source ports", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv6(SITE, i >>> 15, SITE + 1, 1, TCP, 32768 + (i & 0x7FFF), 443));
                    }
                }),
                new Workload("IPv6 subnets", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv6(SITE + i, 1, SITE, 1, TCP, 40000, 443));
                    }
                }),
                new Workload("IPv6 fragments between neighbours", (hash, to) -> {
                    for (int i = 0; i < FLOWS; i++) {
                        to.accept(hash.ipv6Addresses(SITE, i >>> 10, SITE, i & 0x3FF));
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void fillsBucketsEvenly(Workload workload) {
        for (long seed = 0; seed < 4; seed++) {
            int[] low = new int[BUCKETS];
            int[] high = new int[BUCKETS];
            workload.keys.forEach(new FlowHash(seed), hash -> {
                low[(int) hash & (BUCKETS - 1)]++;
                high[(int) (hash >>> 52)]++;
            });
            ChiSquare.assertUniform(workload + ", low bits, seed " + seed, low);
            ChiSquare.assertUniform(workload + ", high bits, seed " + seed, high);
        }
    }

    /** Two seeds that differ in one bit: knowing the bucket under one says nothing about the bucket under the other. */
    @ParameterizedTest
    @MethodSource("workloads")
    void seedsAreIndependent(Workload workload) {
        long[] first = new long[FLOWS];
        long[] second = new long[FLOWS];
        collect(workload, new FlowHash(42), first);
        collect(workload, new FlowHash(43), second);
        int[] pairs = new int[64 * 64];
        for (int i = 0; i < FLOWS; i++) {
            pairs[(int) ((first[i] & 63) << 6 | (second[i] & 63))]++;
        }
        ChiSquare.assertUniform(workload + ", pairs of buckets", pairs);
    }

    private static void collect(Workload workload, FlowHash hash, long[] into) {
        int[] n = {0};
        workload.keys.forEach(hash, value -> into[n[0]++] = value);
    }

    /** The flows that a switch sends over one of its four links must still use all of Braid's buckets evenly. */
    @Test
    void notPolarisedBehindCrcOrToeplitz() {
        FlowHash hash = new FlowHash(7);
        int[] behindCrc = new int[512];
        int[] behindToeplitz = new int[512];
        for (int i = 0; i < FLOWS; i++) {
            int source = TASK + (i >>> 15);
            int port = 32768 + (i & 0x7FFF);
            int bucket = (int) hash.ipv4(source, STORAGE, TCP, port, 443) & 511;
            if ((crc(source, STORAGE, port, 443) & 3) == 0) {
                behindCrc[bucket]++;
            }
            if ((toeplitz(source, STORAGE, port, 443) & 3) == 0) {
                behindToeplitz[bucket]++;
            }
        }
        ChiSquare.assertUniform("behind CRC", behindCrc);
        ChiSquare.assertUniform("behind Toeplitz", behindToeplitz);
    }

    /** First IPv4 vector of Microsoft's "Verifying the RSS Hash Calculation", as in DPDK's app/test/test_thash.c. */
    @Test
    void toeplitzOfTheTestIsToeplitz() {
        assertEquals(0x51CCC178, toeplitz(0x420995BB, 0xA18E6450, 2794, 1766));
    }

    private static int crc(int source, int destination, int sourcePort, int destinationPort) {
        CRC32 crc = new CRC32();
        crc.update(key(source, destination, sourcePort, destinationPort));
        return (int) crc.getValue();
    }

    private static byte[] key(int source, int destination, int sourcePort, int destinationPort) {
        return ByteBuffer.wrap(new byte[12])
                .putInt(source)
                .putInt(destination)
                .putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .array();
    }

    private static int toeplitz(int source, int destination, int sourcePort, int destinationPort) {
        // The first 128 bits of the 320 that Microsoft publishes: as many as 96 bits of input reach.
        int[] secret = {0x6D5A56DA, 0x255B0EC2, 0x4167253D, 0x43A38FB0};
        int result = 0;
        byte[] bytes = key(source, destination, sourcePort, destinationPort);
        for (int i = 0; i < bytes.length * 8; i++) {
            if ((bytes[i / 8] >> (7 - i % 8) & 1) != 0) {
                long window = (long) secret[i / 32] << 32 | (secret[i / 32 + 1] & 0xFFFF_FFFFL);
                result ^= (int) (window << (i % 32) >>> 32);
            }
        }
        return result;
    }
}
