package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose a file is.
 *
 * @param user number, 0 to 2,147,483,647
 * @param group number, likewise
 */
public record FileOwner(int user, int group) {
    /** The superuser's. */
    public static final FileOwner ROOT = new FileOwner(0, 0);

    private static final String EXPECTED = "an owner such as 1000:1000";
    private static final Pattern NUMBERS = Pattern.compile("(0|[1-9][0-9]{0,9}):(0|[1-9][0-9]{0,9})");

    /**
     * Reads {@code USER:GROUP}, both numbers: a container's names are not the host's.
     *
     * @throws MalformedValueException for anything else
     */
    public static FileOwner parse(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        if (!numbers.matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        long user = Long.parseLong(numbers.group(1));
        long group = Long.parseLong(numbers.group(2));
        if (Math.max(user, group) > Integer.MAX_VALUE) {
            throw new MalformedValueException(EXPECTED, text, "the number is too large");
        }
        return new FileOwner((int) user, (int) group);
    }

    @Override
    public String toString() {
        return user + ":" + group;
    }
}
