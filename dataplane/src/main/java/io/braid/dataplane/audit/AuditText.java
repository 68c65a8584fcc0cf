package io.braid.dataplane.audit;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One line of the audit: words {@code key=value}, separated by blanks, in which no value can pass for another word or another line. */
final class AuditText {
    private static final String UNKNOWN = "-";
    /** What needs no quotes. A lone hyphen, which stands for nothing, does. */
    private static final Pattern PLAIN = Pattern.compile("(?!-$)[A-Za-z0-9_.:/@,+-]+");
    /** The beginning of every compact token: base64url of an opening brace and a quotation mark. */
    private static final Pattern TOKEN = Pattern.compile("eyJ[A-Za-z0-9_.=-]{8,}");

    private final StringBuilder line = new StringBuilder();

    /** Adds a value that is Braid's own. */
    AuditText word(String key, Object value) {
        line.append(line.isEmpty() ? "" : " ").append(key).append('=').append(value);
        return this;
    }

    /** Adds a number, which is unknown when it is less than the least. */
    AuditText number(String key, long value, long least) {
        return word(key, value < least ? UNKNOWN : Long.toString(value));
    }

    /** Adds a value of any origin, at most so many characters of it. */
    AuditText value(String key, @Nullable String text, int most) {
        return word(key, text == null ? UNKNOWN : quoted(text, most));
    }

    private static String quoted(String text, int most) {
        String safe = TOKEN.matcher(text).replaceAll("(token)");
        if (safe.length() <= most && PLAIN.matcher(safe).matches()) {
            return safe;
        }
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < safe.length() && i < most; i++) {
            char c = safe.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c >= ' ' && c < 0x7f ? c : '?');
        }
        return quoted.append(safe.length() > most ? "...\"" : "\"").toString();
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
