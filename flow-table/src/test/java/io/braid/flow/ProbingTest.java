package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProbingTest {
    @Test
    void atMostHalfFullAndNoLargerThanNeeded() {
        for (int entries = 0; entries < 5000; entries++) {
            int capacity = Probing.capacityFor(entries);
            assertEquals(1, Integer.bitCount(capacity));
            assertTrue(capacity >= 2 && capacity >= 2 * entries, entries + " in " + capacity);
            assertTrue(entries < 2 || capacity / 2 < 2 * entries, entries + " in " + capacity);
        }
        assertEquals(1 << 23, Probing.capacityFor(AddressTable.MAX_ADDRESSES));
    }

    @Test
    void longestProbeCountsTheEmptySlotAndGoesRound() {
        assertEquals(1, longest("........"));
        assertEquals(2, longest("..x....."));
        assertEquals(4, longest(".xxx.xx."));
        assertEquals(6, longest("xx.x.xxx"));
        assertEquals(8, longest("xxx.xxxx"));
    }

    private static int longest(String slots) {
        return Probing.longestProbe(slots.length(), slot -> slots.charAt(slot) == 'x');
    }

    @Test
    void retriesUntilShortEnough() {
        List<Integer> lengths = List.of(9, 7, 3, 1);
        assertEquals(2, Probing.retry(4, attempt -> attempt, lengths::get));
    }
}
