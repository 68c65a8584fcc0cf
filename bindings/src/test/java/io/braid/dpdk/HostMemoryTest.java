package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostMemoryTest {
    @Test
    void whatIsAvailableStandsInALineOfItsOwn() {
        assertEquals(
                1234,
                HostMemory.availableKib(List.of(
                        "MemTotal:       32863152 kB", "MemFree:            9 kB", "MemAvailable:       1234 kB")));
    }

    @Test
    void aKernelThatDoesNotTellIsAnError() {
        assertThrows(NumberFormatException.class, () -> HostMemory.availableKib(List.of("MemTotal: 1 kB")));
        assertThrows(NumberFormatException.class, () -> HostMemory.availableKib(List.of("MemAvailable: much kB")));
    }

    @Test
    void aSecondProcessNeedsAsMuchAsTheFirst() {
        assertTrue(EalOptions.ordinaryPages(32).hasMemoryBesideAnother());
        assertFalse(EalOptions.ordinaryPages(Integer.MAX_VALUE / 2).hasMemoryBesideAnother());
        long free = EalOptions.freeHugepagesMiB();
        var more = new EalOptions((int) free + 64, EalOptions.Hugepages.ON, List.of(), 0, List.of());
        assertFalse(more.hasMemoryBesideAnother());
    }
}
