package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lengths of time with their unit: {@code 50us}, {@code 50ms}, {@code 60s}, {@code 5m}. */
final class Durations {
    private static final String EXPECTED = "a duration such as 50ms, 60s or 5m";
    private static final Pattern SYNTAX = Pattern.compile("(0|[1-9][0-9]{0,8})([A-Za-z]*)");

    private Durations() {}

    /**
     * Reads a whole number and one of {@code us}, {@code ms}, {@code s}, {@code m}, without a space.
     *
     * @throws MalformedValueException for anything else
     */
    static Duration parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> Duration.ofNanos(number * 1_000);
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> throw new MalformedValueException(EXPECTED, text, "the unit is one of us, ms, s, m");
        };
    }
}
