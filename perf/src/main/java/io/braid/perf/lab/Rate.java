package io.braid.perf.lab;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bit rates as people write them: {@code 100mbit}, {@code 2.5gbit}, {@code 0} for unshaped. */
public final class Rate {
    private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kmg]?)(?:bit(?:/s)?)?");

    private Rate() {}

    /**
     * Bits per second.
     *
     * @throws IllegalArgumentException if it is not a rate; the message says how one is written
     */
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a rate such as 100mbit or 2.5gbit");
        }
        double factor = switch (matcher.group(2)) {
            case "k" -> 1e3;
            case "m" -> 1e6;
            case "g" -> 1e9;
            default -> 1;
        };
        return Math.round(Double.parseDouble(matcher.group(1)) * factor);
    }

    /** Such as {@code 391.2 Mbit/s}. */
    public static String text(double bitsPerSecond) {
        if (bitsPerSecond >= 1e9) {
            return String.format(Locale.ROOT, "%.2f Gbit/s", bitsPerSecond / 1e9);
        }
        return String.format(Locale.ROOT, "%.1f Mbit/s", bitsPerSecond / 1e6);
    }
}
