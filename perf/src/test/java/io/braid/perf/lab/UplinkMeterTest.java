package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class UplinkMeterTest {
    private static final LabPlan PLAN = new LabPlan("t", 2, 1, 0, 1500);

    @Test
    void readsThePortsInTheirOrder() {
        String counters = """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls
                   st0:       9       1    0    0    0     0          0         0        9       1    0    0    0     0
                  swp1: 5000000000    1    0    0    0     0          0         0       40       1    0    0    0     0
                  swp0:      10       1    0    0    0     0          0         0       20       1    0    0    0     0
                """;
        assertEquals(
                new UplinkMeter.Sample(7, List.of(10L, 5_000_000_000L), List.of(20L, 40L)),
                UplinkMeter.parse(counters.lines().toList(), PLAN, 7));
    }

    @Test
    void interpolatesBetweenSamples() {
        List<UplinkMeter.Sample> samples = List.of(
                new UplinkMeter.Sample(0, List.of(0L, 0L), List.of(0L, 0L)),
                new UplinkMeter.Sample(1_000_000_000L, List.of(1000L, 3000L), List.of(0L, 0L)),
                new UplinkMeter.Sample(2_000_000_000L, List.of(5000L, 3000L), List.of(0L, 0L)));
        UplinkMeter.Window window = UplinkMeter.between(samples, 500_000_000L, 1_500_000_000L);
        assertEquals(List.of(2500.0, 1500.0), window.out());
        assertEquals(List.of(0.625, 0.375), window.outShares());
        assertEquals(List.of(0.0, 0.0), window.inShares());
        assertEquals(32_000, window.outBitsPerSecond());
        assertEquals(0, window.inBitsPerSecond());
    }
}
