package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ApportionmentTest {
    private final long seed = Seeds.seedFor(ApportionmentTest.class);

    /** The short cut in targets() against dealing every single bucket, for weights from equal to wildly different. */
    @Test
    void targetsAreThoseOfDealingOneByOne() {
        for (int trial = 0; trial < 3000; trial++) {
            SplittableRandom random = new SplittableRandom(seed + trial);
            int[] weights = new int[1 + random.nextInt(8)];
            int scale = 1 << random.nextInt(31);
            for (int path = 0; path < weights.length; path++) {
                weights[path] = random.nextInt(5) == 0 ? 0 : random.nextInt(scale) + 1;
            }
            weights[random.nextInt(weights.length)] = scale;
            int total = 256 << random.nextInt(5);
            int[] dealt = new int[weights.length];
            for (int i = 0; i < total; i++) {
                dealt[Apportionment.next(weights, dealt)]++;
            }
            String where = "seed " + seed + ", trial " + trial + ", " + Arrays.toString(weights);
            assertArrayEquals(dealt, Apportionment.targets(total, weights, new int[weights.length]), where);
            assertArrayEquals(dealt, Apportionment.targets(total, weights, dealt), where);
            assertTrue(Apportionment.isCorrect(weights, dealt), where);
        }
    }

    @Test
    void whereWeightsLeaveAChoiceTheHolderKeeps() {
        int[] weights = {1, 1, 1};
        for (int[] held : new int[][] {{86, 85, 85}, {85, 86, 85}, {85, 85, 86}}) {
            assertArrayEquals(held, Apportionment.targets(256, weights, held));
            assertTrue(Apportionment.isCorrect(weights, held));
        }
    }

    @Test
    void anyBetterSplitIsNoticed() {
        assertFalse(Apportionment.isCorrect(new int[] {1, 1}, new int[] {129, 127}));
        assertFalse(Apportionment.isCorrect(new int[] {3, 1}, new int[] {191, 65}));
        assertTrue(Apportionment.isCorrect(new int[] {3, 1}, new int[] {192, 64}));
        assertFalse(Apportionment.isCorrect(new int[] {0, 1}, new int[] {1, 255}));
    }

    /** Seats of a parliament as in textbooks on Webster's method: 53, 24 and 23 thousand votes, 7 seats. */
    @Test
    void textbookExample() {
        int[] votes = {53_000, 24_000, 23_000};
        int[] seats = new int[3];
        for (int i = 0; i < 7; i++) {
            seats[Apportionment.next(votes, seats)]++;
        }
        assertArrayEquals(new int[] {3, 2, 2}, seats);
    }

    @Test
    void nobodyWithoutWeight() {
        assertEquals(-1, Apportionment.next(new int[] {0, 0}, new int[] {3, 4}));
        assertEquals(1, Apportionment.next(new int[] {0, 1}, new int[] {0, 4000}));
    }
}
