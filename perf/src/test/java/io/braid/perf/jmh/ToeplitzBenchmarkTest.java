package io.braid.perf.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class ToeplitzBenchmarkTest {
    @Test
    void rejectedFormsComputeTheSameHash() {
        var benchmark = new ToeplitzBenchmark();
        assertNotEquals(0, benchmark.ipv4());
        assertEquals(benchmark.ipv4(), benchmark.ipv4HalfBytes());
        assertEquals(benchmark.ipv4(), benchmark.ipv4Bits());
    }
}
