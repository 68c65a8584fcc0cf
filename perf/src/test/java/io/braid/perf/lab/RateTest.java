package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    @ParameterizedTest
    @CsvSource({"100mbit,100000000", "2.5Gbit,2500000000", "64 kbit/s,64000", "1g,1000000000", "5000000,5000000", "0,0"
    })
    void readsWhatPeopleWrite(String text, long bitsPerSecond) {
        assertEquals(bitsPerSecond, Rate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-1mbit", "10mb", "1.2.3g", "10 tbit"})
    void refusesWhatIsNoRate(String text) {
        assertThrows(IllegalArgumentException.class, () -> Rate.parse(text));
    }

    @Test
    void writesThemForReading() {
        assertEquals("391.2 Mbit/s", Rate.text(391_234_567));
        assertEquals("2.50 Gbit/s", Rate.text(2_500_000_000.0));
    }
}
