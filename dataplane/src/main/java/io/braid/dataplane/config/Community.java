package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A BGP community (RFC 1997).
 *
 * @param bits the four bytes of the attribute, the first one highest
 */
public record Community(int bits) {
    private static final String EXPECTED = "a community such as no-export or 65017:100";
    /** RFC 1997, "Well-known Communities". */
    private static final Map<String, Integer> WELL_KNOWN =
            Map.of("no-export", 0xffffff01, "no-advertise", 0xffffff02, "no-export-subconfed", 0xffffff03);

    private static final Pattern SYNTAX = Pattern.compile("(0|[1-9][0-9]{0,4}):(0|[1-9][0-9]{0,4})");

    /**
     * Reads a well-known name or two numbers of 0 to 65535 with a colon between them.
     *
     * @throws MalformedValueException for anything else
     */
    public static Community parse(String text) {
        Integer known = WELL_KNOWN.get(text);
        if (known != null) {
            return new Community(known);
        }
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        int high = Integer.parseInt(matcher.group(1));
        int low = Integer.parseInt(matcher.group(2));
        if (high > 0xffff || low > 0xffff) {
            throw new MalformedValueException(EXPECTED, text, "each number is 0 to 65535");
        }
        return new Community(high << 16 | low);
    }

    @Override
    public String toString() {
        for (var entry : WELL_KNOWN.entrySet()) {
            if (entry.getValue() == bits) {
                return entry.getKey();
            }
        }
        return (bits >>> 16) + ":" + (bits & 0xffff);
    }
}
