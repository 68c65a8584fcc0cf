package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of memory with its unit, so that nobody has to guess whether 512 means bytes or megabytes.
 *
 * @param bytes the amount, 0 or more
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
    private static final String EXPECTED = "a size such as 512MiB";
    private static final Pattern SYNTAX = Pattern.compile("(0|[1-9][0-9]{0,9})([A-Za-z]*)");

    /**
     * Checks that the amount is not negative.
     *
     * @throws IllegalArgumentException if it is
     */
    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size is 0 or more, not " + bytes);
        }
    }

    /**
     * Reads a whole number and one of {@code KiB}, {@code MiB}, {@code GiB}, {@code TiB}, without a space.
     *
     * @throws MalformedValueException for anything else, also for decimal units: DPDK's memory comes in binary ones
     */
    public static ByteSize parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        int shift = switch (matcher.group(2)) {
            case "KiB" -> 10;
            case "MiB" -> 20;
            case "GiB" -> 30;
            case "TiB" -> 40;
            default -> throw new MalformedValueException(EXPECTED, text, "the unit is one of KiB, MiB, GiB, TiB");
        };
        long number = Long.parseLong(matcher.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new MalformedValueException(EXPECTED, text, "it is too large");
        }
        return new ByteSize(number << shift);
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The amount in the largest unit that divides it, as {@link #parse} reads it; bytes if none does. */
    @Override
    public String toString() {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        long number = bytes;
        while (number != 0 && number % 1024 == 0 && unit < units.length - 1) {
            number /= 1024;
            unit++;
        }
        return number + units[unit];
    }
}
