package io.braid.dataplane.control;

/** Puts text of unknown origin into a message: bounded, and without characters that could drive a terminal or a log. */
final class Quote {
    private static final int MAX_CHARS = 80;

    private Quote() {}

    static String of(String text) {
        return "'" + clean(text, MAX_CHARS) + "'";
    }

    static String clean(String text, int maxChars) {
        var clean = new StringBuilder();
        for (int i = 0; i < text.length() && i < maxChars; i++) {
            char c = text.charAt(i);
            clean.append(c >= ' ' && c < 0x7f ? c : '?');
        }
        return text.length() > maxChars ? clean.append("...").toString() : clean.toString();
    }
}
