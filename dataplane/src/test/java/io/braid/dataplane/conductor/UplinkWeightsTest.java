package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class UplinkWeightsTest {
    private final UplinkWeights weights = new UplinkWeights(3);

    @Test
    void unknownSpeedsAreAlike() {
        assertArrayEquals(new int[] {1, 0, 1}, weights.of(new boolean[] {true, false, true}));
        weights.speed(0, 100_000);
        weights.speed(1, 400_000);
        assertArrayEquals(new int[] {1, 1, 1}, weights.of(new boolean[] {true, true, true}));
    }

    @Test
    void anUplinkThatComesChangesNothingBeforeItIsUsable() {
        weights.speed(0, 100_000);
        weights.speed(1, 400_000);
        assertArrayEquals(new int[] {100_000, 400_000, 0}, weights.of(new boolean[] {true, true, false}));
        weights.speed(2, 200_000);
        assertArrayEquals(new int[] {100_000, 400_000, 200_000}, weights.of(new boolean[] {true, true, true}));
        weights.forget(2);
        assertArrayEquals(
                new int[] {1, 1, 1}, weights.of(new boolean[] {true, true, true}), "another, of unknown speed");
    }

    @Test
    void knownSpeedsAreTheWeights() {
        weights.speed(0, 100_000);
        weights.speed(1, 400_000);
        weights.speed(2, 400_000);
        assertArrayEquals(new int[] {100_000, 400_000, 0}, weights.of(new boolean[] {true, true, false}));
    }

    @Test
    void aLinkThatIsDownKeepsItsSpeed() {
        weights.speed(0, 100_000);
        weights.speed(1, 100_000);
        weights.speed(2, 200_000);
        weights.speed(2, 0);
        weights.speed(2, 0xFFFF_FFFFL); // what DPDK says for unknown
        assertArrayEquals(new int[] {100_000, 100_000, 200_000}, weights.of(new boolean[] {true, true, true}));
        weights.speed(2, 100_000);
        assertArrayEquals(new int[] {100_000, 100_000, 100_000}, weights.of(new boolean[] {true, true, true}));
    }
}
