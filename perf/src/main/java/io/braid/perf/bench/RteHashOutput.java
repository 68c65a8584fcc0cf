package io.braid.perf.bench;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what DPDK's {@code hash_perf_autotest} prints, line by line: tables of CPU cycles for each operation.
 *
 * <p>Looked for is what comes closest to a flow table's work: bulk look-ups of 16-byte keys that have 8 bytes of data, their hashes already known. The test fills
 * several tables in turn (all keys in their first bucket, some in the second, with locks); the fastest counts.
 */
final class RteHashOutput {
    private static final int KEY_BYTES = 16;
    private static final int BULK_COLUMN = 3;
    private static final Pattern TSC = Pattern.compile("TSC frequency is ~(\\d+) K?Hz", Pattern.CASE_INSENSITIVE);

    private double tscHz = Double.NaN;
    private boolean withData;
    private boolean hashKnown;
    private double bestCycles = Double.POSITIVE_INFINITY;
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
        } else if (withData && hashKnown) {
            row(line.trim().split("\\s+", -1));
        }
    }

    private void row(String[] columns) {
        if (columns.length > BULK_COLUMN && columns[0].equals(String.valueOf(KEY_BYTES))) {
            bestCycles = Math.min(bestCycles, Double.parseDouble(columns[BULK_COLUMN]));
            tables++;
        }
    }

    /** How many tables were measured so far. */
    int tables() {
        return tables;
    }

    /** Nanoseconds for each look-up, in the table that did best. */
    OptionalDouble nanos() {
        double nanos = bestCycles / tscHz * 1e9;
        return Double.isFinite(nanos) && nanos > 0 ? OptionalDouble.of(nanos) : OptionalDouble.empty();
    }
}
