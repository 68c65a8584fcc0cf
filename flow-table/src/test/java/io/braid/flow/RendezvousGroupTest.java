package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RendezvousGroupTest {
    private static final int FLOWS = 200_000;

    private final long seed = Seeds.seedFor(RendezvousGroupTest.class);

    /** The short cut for equal weights orders paths as the scores do: a light fourth path takes flows and disturbs nobody else. */
    @Test
    void equalAndUnequalWeightsAgree() {
        RendezvousGroup equal = RendezvousGroup.of(1000, 1000, 1000);
        RendezvousGroup scored = RendezvousGroup.of(1000, 1000, 1000, 1);
        int taken = 0;
        for (long hash : hashes()) {
            int path = scored.pathOf(hash);
            taken += path == 3 ? 1 : 0;
            assertTrue(path == 3 || path == equal.pathOf(hash), () -> "seed " + seed + ", hash " + hash);
        }
        // 67 of 200,000 expected.
        assertTrue(taken > 20 && taken < 130, "taken by the light path: " + taken);
    }

    /** A path's weight grows: flows move to it and nowhere else; it shrinks: they move away from it and nowhere else. */
    @Test
    void oneWeightsChangeConcernsThatPathOnly() {
        RendezvousGroup before = RendezvousGroup.of(3, 2, 5, 4);
        RendezvousGroup more = RendezvousGroup.of(3, 2, 9, 4);
        RendezvousGroup less = RendezvousGroup.of(3, 2, 1, 4);
        for (long hash : hashes()) {
            int path = before.pathOf(hash);
            assertTrue(more.pathOf(hash) == path || more.pathOf(hash) == 2, () -> "seed " + seed + ", hash " + hash);
            assertTrue(less.pathOf(hash) == path || path == 2, () -> "seed " + seed + ", hash " + hash);
        }
    }

    /** Only proportions count. */
    @Test
    void scaledWeightsAreTheSameWeights() {
        RendezvousGroup small = RendezvousGroup.of(1, 2, 4);
        RendezvousGroup large = RendezvousGroup.of(1 << 20, 2 << 20, 4 << 20);
        for (long hash : hashes()) {
            assertEquals(small.pathOf(hash), large.pathOf(hash), () -> "seed " + seed + ", hash " + hash);
        }
    }

    private long[] hashes() {
        return new SplittableRandom(seed).longs(FLOWS).toArray();
    }
}
