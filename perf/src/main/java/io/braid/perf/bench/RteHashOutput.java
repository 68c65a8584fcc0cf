package io.braid.perf.bench;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what DPDK's {@code hash_perf_autotest} prints, line by line: tables of CPU cycles for each operation.
 *
 * <p>Looked for is what comes closest to a flow table's work: bulk look-ups of 16-byte keys that have 8 bytes of data, with and without the hash known before. The
 * test fills several tables of {@value #KEYS} keys in turn (all in their first bucket, some in the second, with locks); the fastest counts.
 */
final class RteHashOutput {
    /** Three quarters of 2^19 (app/test/test_hash_perf.c). */
    static final int KEYS = 393_216;

    private static final int KEY_BYTES = 16;
    private static final int BULK_COLUMN = 3;
    private static final Pattern TSC = Pattern.compile("TSC frequency is ~(\\d+) K?Hz", Pattern.CASE_INSENSITIVE);

    private double tscHz = Double.NaN;
    private boolean withData;
    private boolean hashKnown;
    private double hashedCycles = Double.POSITIVE_INFINITY;
    private double knownCycles = Double.POSITIVE_INFINITY;
    private int tables;

    /** Takes in one line. */
    void line(String line) {
        Matcher tsc = TSC.matcher(line);
        String lower = line.toLowerCase(Locale.ROOT);
        if (tsc.find()) {
            tscHz = Double.parseDouble(tsc.group(1)) * (lower.contains("khz") ? 1e3 : 1);
        } else if (lower.contains("operations without data")) {
            withData = false;
        } else if (lower.contains("operations with 8-byte data")) {
            withData = true;
        } else if (lower.contains("pre-computed hash values")) {
            hashKnown = !lower.contains("without");
        } else if (withData) {
            row(line.trim().split("\\s+", -1));
        }
    }

    private void row(String[] columns) {
        if (columns.length > BULK_COLUMN && columns[0].equals(String.valueOf(KEY_BYTES))) {
            double cycles = Double.parseDouble(columns[BULK_COLUMN]);
            if (hashKnown) {
                knownCycles = Math.min(knownCycles, cycles);
                tables++;
            } else {
                hashedCycles = Math.min(hashedCycles, cycles);
            }
        }
    }

    /** How many tables were measured so far. */
    int tables() {
        return tables;
    }

    /** Nanoseconds for each look-up, in the table that did best; empty if it was not seen whole. */
    Optional<RteHashNanos> nanos() {
        double nanosPerCycle = 1e9 / tscHz;
        var nanos = new RteHashNanos(hashedCycles * nanosPerCycle, knownCycles * nanosPerCycle);
        return Double.isFinite(nanos.hashed() + nanos.known()) ? Optional.of(nanos) : Optional.empty();
    }
}
