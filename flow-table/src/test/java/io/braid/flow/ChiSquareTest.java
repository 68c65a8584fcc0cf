package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The judge itself: a test that accepts everything would prove nothing about the hash. */
class ChiSquareTest {
    @Test
    void knownStatistic() {
        // Expected 20 per bin: (25 + 25) / 20 = 2.5 with 1 degree of freedom; (2.5 - 1) / sqrt(2).
        assertEquals(1.5 / Math.sqrt(2), ChiSquare.deviations(new int[] {25, 15}), 1e-12);
    }

    @Test
    void refusesCountsThatAreTooUneven() {
        int[] counts = new int[4096];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = i % 2 == 0 ? 110 : 90;
        }
        counts[0] += 500;
        assertThrows(AssertionError.class, () -> ChiSquare.assertUniform("uneven", counts));
    }

    @Test
    void refusesCountsThatAreTooEven() {
        int[] counts = new int[4096];
        Arrays.fill(counts, 100);
        assertThrows(AssertionError.class, () -> ChiSquare.assertUniform("round robin", counts));
    }
}
