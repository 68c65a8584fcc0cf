package io.braid.linux;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Converts between Ethernet addresses as 48-bit numbers (first byte on the wire is the most significant) and the text
 * form {@code 02:00:00:00:00:01}.
 */
public final class MacText {
    private static final Pattern FORM = Pattern.compile("[0-9a-fA-F]{1,2}(:[0-9a-fA-F]{1,2}){5}");

    private MacText() {}

    /** Returns the text form in lower case; bits above 48 are ignored. */
    public static String format(long mac) {
        StringBuilder text = new StringBuilder(17);
        for (int shift = 40; shift >= 0; shift -= 8) {
            text.append(String.format(Locale.ROOT, "%02x", mac >> shift & 0xff)).append(shift > 0 ? ":" : "");
        }
        return text.toString();
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException when the text is no Ethernet address
     */
    public static long parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "' is no Ethernet address such as 02:00:00:00:00:01");
        }
        long mac = 0;
        for (String part : text.split(":", -1)) {
            mac = mac << 8 | Integer.parseInt(part, 16);
        }
        return mac;
    }
}
