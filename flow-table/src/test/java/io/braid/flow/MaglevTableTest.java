package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaglevTableTest {
    /** Table 1 of the NSDI 2016 paper: preferences 3,0,4,1,5,2,6 / 0,2,4,6,1,3,5 / 3,4,5,6,0,1,2; B1 is removed. */
    @Test
    void papersExample() {
        MaglevTable before = MaglevTable.withPreferences(7, new int[] {3, 0, 3}, new int[] {4, 2, 1}, 1, 1, 1);
        assertArrayEquals(new int[] {1, 0, 1, 0, 2, 2, 0}, slots(before));
        MaglevTable after = before.withWeights(new int[] {1, 0, 1}, IdleBuckets.NONE);
        assertArrayEquals(new int[] {0, 0, 0, 0, 2, 2, 2}, slots(after));
    }

    /** The paper's algorithm in its own words, turn by turn, gives the same table when weights are equal. */
    @Test
    void isThePapersAlgorithm() {
        int size = 251;
        int[] offsets = {17, 250, 0, 99, 3};
        int[] skips = {1, 250, 125, 2, 77};
        int[] expected = new int[size];
        Arrays.fill(expected, -1);
        int[] next = new int[offsets.length];
        int filled = 0;
        while (filled < size) {
            for (int i = 0; i < offsets.length && filled < size; i++) {
                int slot = (offsets[i] + next[i] * skips[i]) % size;
                while (expected[slot] >= 0) {
                    next[i]++;
                    slot = (offsets[i] + next[i] * skips[i]) % size;
                }
                expected[slot] = i;
                next[i]++;
                filled++;
            }
        }
        assertArrayEquals(expected, slots(MaglevTable.withPreferences(size, offsets, skips, 1, 1, 1, 1, 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 4099, MaglevTable.DEFAULT_SIZE, MaglevTable.MAX_SIZE})
    void equalWeightsDifferByOneSlotAtMost(int size) {
        for (int paths = 1; paths <= PathSelector.MAX_PATHS; paths++) {
            int[] weights = new int[paths];
            Arrays.fill(weights, 3);
            MaglevTable table = MaglevTable.of(size, weights);
            int[] held = IntStream.range(0, paths).map(table::slotsOf).toArray();
            int least = Arrays.stream(held).min().orElseThrow();
            int most = Arrays.stream(held).max().orElseThrow();
            assertTrue(most - least <= 1, () -> Arrays.toString(held));
            assertTrue(most <= 1.02 * size / paths, () -> Arrays.toString(held));
            assertEquals(size, Arrays.stream(held).sum());
        }
    }

    @Test
    void slotsAreCountedRightly() {
        MaglevTable table = MaglevTable.of(4099, 1, 5, 0, 3);
        int[] counted = new int[PathSelector.MAX_PATHS];
        for (int slot : slots(table)) {
            counted[slot]++;
        }
        assertArrayEquals(
                counted, IntStream.range(0, counted.length).map(table::slotsOf).toArray());
        assertEquals(4099.0 / 9, counted[0], 1);
        assertEquals(4099.0 * 5 / 9, counted[1], 1);
        assertEquals(0, counted[2]);
    }

    /** The low 32 bits count, from the first slot to the last. */
    @Test
    void hashIsScaledToTheTable() {
        MaglevTable table = MaglevTable.of(MaglevTable.DEFAULT_SIZE, 1, 1, 1);
        assertEquals(table.pathAt(0), table.pathOf(0));
        assertEquals(table.pathAt(0), table.pathOf(0x1234_5678_0000_0000L));
        assertEquals(table.pathAt(table.size() - 1), table.pathOf(-1));
        assertEquals(table.pathAt(table.size() / 2), table.pathOf(0x8000_0000L));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {Integer.MIN_VALUE, -7, 0, 1, 2, 5, 6, 9, 4096, 65536, 65537 * 3, 655373 + 6, Integer.MAX_VALUE})
    void sizeMustBeAPrimeInRange(int size) {
        var refused = assertThrows(IllegalArgumentException.class, () -> MaglevTable.of(size, 1));
        assertTrue(refused.toString().endsWith("not " + size), refused::toString);
    }

    private static int[] slots(MaglevTable table) {
        return IntStream.range(0, table.size()).map(table::pathAt).toArray();
    }
}
