package io.braid.dataplane.grant;

/** Puts text of unknown origin into a message: bounded, and without characters that could drive a terminal or a log. */
final class Clean {
    private static final int MOST_CHARS = 80;

    private Clean() {}

    static String quote(String text) {
        var clean = new StringBuilder("'");
        for (int i = 0; i < text.length() && i < MOST_CHARS; i++) {
            char c = text.charAt(i);
            clean.append(c >= ' ' && c < 0x7f ? c : '?');
        }
        return clean.append(text.length() > MOST_CHARS ? "...'" : "'").toString();
    }
}
