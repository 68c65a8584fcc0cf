package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rate with its unit, so that nobody has to guess whether bits or bytes are meant.
 *
 * @param bitsPerSecond 0 or more
 */
public record BitRate(long bitsPerSecond) implements Comparable<BitRate> {
    private static final String EXPECTED = "a rate such as 10Gbit";
    private static final Pattern SYNTAX = Pattern.compile("(0|[1-9][0-9]{0,5})([A-Za-z/]*)");

    /**
     * Reads a whole number and one of {@code kbit}, {@code Mbit}, {@code Gbit}, without a space; 1 kbit is 1000 bits a second.
     *
     * @throws MalformedValueException for anything else, also for bytes
     */
    public static BitRate parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        long unit = switch (matcher.group(2)) {
            case "kbit" -> 1_000;
            case "Mbit" -> 1_000_000;
            case "Gbit" -> 1_000_000_000;
            default -> throw new MalformedValueException(EXPECTED, text, "the unit is one of kbit, Mbit, Gbit");
        };
        return new BitRate(Long.parseLong(matcher.group(1)) * unit);
    }

    @Override
    public int compareTo(BitRate other) {
        return Long.compare(bitsPerSecond, other.bitsPerSecond);
    }

    /** The rate in the largest unit that divides it, as {@link #parse} reads it; bits if none does. */
    @Override
    public String toString() {
        String[] units = {"bit", "kbit", "Mbit", "Gbit"};
        int unit = 0;
        long number = bitsPerSecond;
        while (number != 0 && number % 1000 == 0 && unit < units.length - 1) {
            number /= 1000;
            unit++;
        }
        return number + units[unit];
    }
}
