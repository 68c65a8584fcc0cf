package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ArrivalsTest {
    @Test
    void lostReorderedAndDuplicatedAreToldApart() {
        var arrivals = new Arrivals(2);
        for (int number : new int[] {0, 1, 3, 2, 2, 6}) {
            arrivals.add(0, number);
        }
        arrivals.add(1, 0);
        // Sent: 0 to 6 of flow 0 and 0 to 2 of flow 1. Not seen: 4 and 5, and 1 and 2.
        assertEquals(new StreamCount(10, 4, 1, 1), arrivals.of(10));
    }

    @Test
    void whatIsNoDatagramOfTheStreamIsNotCounted() {
        var arrivals = new Arrivals(2);
        arrivals.add(-1, 0);
        arrivals.add(2, 0);
        arrivals.add(0, -1);
        arrivals.add(0, Arrivals.MOST);
        arrivals.add(0, Integer.MAX_VALUE);
        assertEquals(0, arrivals.received());
        assertEquals(new StreamCount(5, 5, 0, 0), arrivals.of(5));
    }
}
