package io.braid.dataplane.cli;

import java.util.Locale;

/** Writes numbers so that a person can compare them at a glance; programs read the JSON. */
final class Units {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};
    private static final long EXACT_BELOW = 100_000;

    private Units() {}

    /** A count, exact below 100000, else three to four digits with a decimal prefix: {@code 12.3M}. */
    static String count(long count) {
        return count < EXACT_BELOW ? Long.toString(count) : scaled(count, "");
    }

    /** Bytes with a decimal prefix, as links are measured: {@code 812 B}, {@code 12.3 MB}. */
    static String bytes(long bytes) {
        return bytes < 1000 ? bytes + " B" : scaled(bytes, " ") + "B";
    }

    /** Memory with a binary prefix: {@code 512 MiB}. */
    static String memory(long bytes) {
        return bytes % (1 << 20) == 0 || bytes >= 10 << 20 ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
    }

    /** Part of a whole in percent with one decimal; {@code part} is 0 to 1. */
    static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f%%", part * 100);
    }

    /** The two largest units that are not zero: {@code 3h 12m}. */
    static String duration(long seconds) {
        if (seconds >= 86_400) {
            return seconds / 86_400 + "d " + seconds % 86_400 / 3600 + "h";
        } else if (seconds >= 3600) {
            return seconds / 3600 + "h " + seconds % 3600 / 60 + "m";
        } else if (seconds >= 60) {
            return seconds / 60 + "m " + seconds % 60 + "s";
        }
        return seconds + "s";
    }

    private static String scaled(long value, String gap) {
        double scaled = value;
        int prefix = 0;
        // 999.95 would be written as 1000.0.
        while (scaled >= 999.95 && prefix < PREFIXES.length - 1) {
            scaled /= 1000;
            prefix++;
        }
        return String.format(Locale.ROOT, "%.1f", scaled) + gap + PREFIXES[prefix];
    }
}
