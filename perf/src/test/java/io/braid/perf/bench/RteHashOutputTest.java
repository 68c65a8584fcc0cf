package io.braid.perf.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RteHashOutputTest {
    private static final String TABLES = """
            EAL: TSC frequency is ~2100000 KHz
            APP: HPET is not enabled, using TSC as default timer
            RTE>>hash_perf_autotest

            ALL ELEMENTS IN PRIMARY LOCATION
            Measuring performance, please wait........................................
            Results (in CPU cycles/operation)
            -----------------------------------

             Operations without data

            Without pre-computed hash values

            Keysize           Add               Lookup            Lookup_bulk       Delete
            16                229               335               1                 488
            With pre-computed hash values

            16                272               210               2                 297

             Operations with 8-byte data

            Without pre-computed hash values

            Keysize           Add               Lookup            Lookup_bulk       Delete
            4                 217               242               64                171
            16                182               239               84                214
            160               182               239               3                 214

            With pre-computed hash values

            16                144               136               63                141
            """;

    private static RteHashOutput read(String text) {
        var output = new RteHashOutput();
        text.lines().forEach(output::line);
        return output;
    }

    @Test
    void readsTheRowsOfSixteenByteKeysWithData() {
        RteHashOutput output = read(TABLES);
        assertEquals(1, output.tables());
        assertEquals(new RteHashNanos(40, 30), output.nanos().orElseThrow());
    }

    @Test
    void theFastestTableCounts() {
        RteHashOutput output = read(TABLES + TABLES.replace("84 ", "42 ").replace("63 ", "99 "));
        assertEquals(2, output.tables());
        assertEquals(new RteHashNanos(20, 30), output.nanos().orElseThrow());
    }

    @Test
    void withoutATableOrTheClocksFrequencyThereIsNoResult() {
        assertTrue(read("").nanos().isEmpty());
        assertTrue(read("EAL: Cannot get hugepage information\n").nanos().isEmpty());
        assertTrue(read(TABLES.replace("TSC frequency", "frequency")).nanos().isEmpty());
        assertTrue(read(TABLES.substring(0, TABLES.indexOf("With pre-computed hash values\n\n16                144")))
                .nanos()
                .isEmpty());
    }
}
