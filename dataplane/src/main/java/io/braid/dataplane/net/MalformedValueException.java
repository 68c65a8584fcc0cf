package io.braid.dataplane.net;

/**
 * Says that a text is not the value it should be, as {@code expected WHAT, found "TEXT"} with an optional reason.
 *
 * <p>The message is a whole sentence part that callers print after the place where the text came from. It shows at
 * most 80 characters of the text, with control characters made visible, so that hostile input cannot garble a
 * terminal.
 */
public final class MalformedValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_CHARACTERS = 80;

    private final String sentence;
    private final String reason;

    /**
     * Makes the message {@code expected WHAT, found "TEXT"}.
     *
     * @param expected what is wanted, with its article: {@code an IPv4 address}
     * @param found the text as it was given
     */
    public MalformedValueException(String expected, String found) {
        this(expected, found, "");
    }

    /**
     * Makes the message {@code expected WHAT, found "TEXT" (REASON)}.
     *
     * @param expected what is wanted, with its article: {@code an IPv4 address}
     * @param found the text as it was given
     * @param reason why the text is not that, or what to write instead; empty if there is no more to say
     */
    public MalformedValueException(String expected, String found, String reason) {
        this.sentence =
                "expected " + expected + ", found " + quote(found) + (reason.isEmpty() ? "" : " (" + reason + ")");
        this.reason = reason;
    }

    @Override
    public String getMessage() {
        return sentence;
    }

    /** Why the text was refused; empty when the message says all. */
    public String reason() {
        return reason;
    }

    /** Makes a text safe to print: in quotes, cut at 80 characters, control and format characters made visible. */
    public static String quote(String text) {
        return "\"" + shorten(text).replace("\"", "\\\"") + "\"";
    }

    /** Makes a text safe to print: cut at 80 characters, control and format characters made visible. */
    public static String shorten(String text) {
        return printable(text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "..." : text);
    }

    /**
     * Makes a text safe to print: control and format characters as a backslash, {@code u} and four hexadecimal
     * digits.
     */
    public static String printable(String text) {
        var shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isUnprintable(c)) {
                shown.append("\\u%04x".formatted((int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    private static boolean isUnprintable(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}
