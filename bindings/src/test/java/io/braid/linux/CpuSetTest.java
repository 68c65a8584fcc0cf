package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CpuSetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "0-2,4 | 0-2,4",
                "4,0-2 | 0-2,4",
                "0,1,2,3 | 0-3",
                "0-4,2-6 | 0-6",
                "63,64 | 63-64",
                "1023 | 1023",
                "0-1023 | 0-1023",
                "' 5-6\n' | 5-6",
            })
    void readsAndPrintsTheKernelsListFormat(String text, String printed) {
        assertEquals(printed, CpuSet.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "1-",
                "-1",
                "1--2",
                "3-1",
                "1,,2",
                ",",
                "1024",
                "0-1024",
                "99999999999",
                "1 2",
                "0x1",
                "1-2-3",
                "+1",
                "٣"
            })
    void refusesAnythingElse(String text) {
        assertThrows(IllegalArgumentException.class, () -> CpuSet.parse(text));
    }

    @Test
    void anEmptyListIsTheEmptySet() {
        assertEquals(CpuSet.empty(), CpuSet.parse("\n"));
        assertEquals("", CpuSet.empty().toString());
        assertTrue(CpuSet.empty().isEmpty());
        assertThrows(NoSuchElementException.class, () -> CpuSet.empty().first());
        assertThrows(NoSuchElementException.class, () -> CpuSet.empty().last());
    }

    @Test
    void combines() {
        CpuSet a = CpuSet.parse("0-3,70");
        CpuSet b = CpuSet.parse("2-5,70");
        assertEquals("2-3,70", a.and(b).toString());
        assertEquals("0-5,70", a.or(b).toString());
        assertEquals("0-1", a.without(b).toString());
        assertEquals(0, a.first());
        assertEquals(70, a.last());
        assertEquals(5, a.size());
        assertTrue(a.containsAll(CpuSet.of(1, 70)));
        assertFalse(a.containsAll(CpuSet.of(1, 71)));
        assertFalse(a.contains(-1));
        assertFalse(a.contains(CpuSet.CAPACITY));
        assertNotEquals(a, b);
        assertThrows(IllegalArgumentException.class, () -> CpuSet.of(1024));
        assertThrows(IllegalArgumentException.class, () -> CpuSet.of(-1));
    }

    @Test
    void whatIsPrintedIsReadBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            int[] cpus = random.ints(random.nextInt(200), 0, CpuSet.CAPACITY).toArray();
            CpuSet set = CpuSet.of(cpus);
            assertEquals(set, CpuSet.parse(set.toString()), "seed " + seed);
            assertEquals(set, CpuSet.ofWords(set.toWords()), "seed " + seed);
            assertEquals(set.hashCode(), CpuSet.parse(set.toString()).hashCode(), "seed " + seed);
        }
    }
}
