package io.braid.flow;

import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How evenly key sets as they occur on a training host fill buckets; behind a switch that hashes too: {@link PolarisationTest}. */
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
}
