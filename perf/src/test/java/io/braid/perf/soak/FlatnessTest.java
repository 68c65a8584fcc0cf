package io.braid.perf.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.perf.report.Check;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlatnessTest {
    private static final int SAMPLES = 40;
    private static final long MIB = 1 << 20;

    private static List<String> failed(int samples, IntFunction<Sample> sample) {
        return Flatness.checks(IntStream.range(0, samples).mapToObj(sample).toList()).stream()
                .filter(check -> !check.ok())
                .map(Check::name)
                .toList();
    }

    @Test
    void whatStaysPasses() {
        assertEquals(
                List.of(), failed(SAMPLES, i -> new Sample(i * 10, 400 * MIB, 130, 50, 4000, 90, i / 2, i * 0.01)));
    }

    @Test
    void whatGrowsInTheFirstQuarterPasses() {
        assertEquals(
                List.of(),
                failed(
                        SAMPLES,
                        i -> new Sample(
                                i * 10, Math.min(i, 10) * (40 * MIB), Math.min(i, 10) * 13, 50, 4000, 90, 3, 0.1)));
    }

    @Test
    void eachThingThatGrowsIsNamed() {
        assertEquals(
                List.of("resident"),
                failed(SAMPLES, i -> new Sample(i * 10, (400 + 2L * i) * MIB, 130, 50, 4000, 9, 3, 0)));
        assertEquals(List.of("files"), failed(SAMPLES, i -> new Sample(i * 10, MIB, 130 + i / 5, 50, 4000, 9, 3, 0)));
        assertEquals(List.of("threads"), failed(SAMPLES, i -> new Sample(i * 10, MIB, 130, 50 + i / 5, 4000, 9, 3, 0)));
        assertEquals(
                List.of("buffers"), failed(SAMPLES, i -> new Sample(i * 10, MIB, 130, 50, 4000 + 20L * i, 9, 3, 0)));
        assertEquals(
                List.of("collections"),
                failed(SAMPLES, i -> new Sample(i * 10, MIB, 130, 50, 4000, 9, (long) i * i / 10, 0)));
    }

    @Test
    void tooFewSamplesAreNoProof() {
        assertEquals(
                List.of("samples"),
                failed(Flatness.LEAST_SAMPLES - 1, i -> new Sample(i * 10, MIB, 130, 50, 4000, 9, 3, 0)));
    }

    @Test
    void samplesOfAMetricAreAddedUp() {
        String page = """
                # TYPE jvm_gc_collection_seconds summary
                jvm_gc_collection_seconds_count{gc="Copy"} 12
                jvm_gc_collection_seconds_count{gc="MarkSweepCompact"} 3
                jvm_gc_collection_seconds_sum{gc="Copy"} 0.25
                """;
        assertEquals(15, Probe.sum(page, "jvm_gc_collection_seconds_count"));
        assertEquals(0.25, Probe.sum(page, "jvm_gc_collection_seconds_sum"));
        assertEquals(0, Probe.sum(page, "jvm_gc_collection_seconds"));
    }
}
