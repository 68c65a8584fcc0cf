package io.braid.bgp.wire;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The text of an administrative shutdown: one byte of length, then UTF-8 (RFC 9003 section 2). */
final class ShutdownText {
    private static final char REPLACEMENT = '\uFFFD';

    private ShutdownText() {}

    static Bytes encode(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(utf8.length, Notification.MAX_SHUTDOWN_TEXT_BYTES);
        // Cut before a character, never inside: continuation bytes are 10xxxxxx.
        while (length < utf8.length && length > 0 && (utf8[length] & 0xC0) == 0x80) {
            length--;
        }
        byte[] data = new byte[1 + length];
        data[0] = (byte) length;
        System.arraycopy(utf8, 0, data, 1, length);
        return Bytes.of(data);
    }

    static Optional<String> decode(Bytes data) {
        if (data.length() < 2 || data.get(0) == 0 || data.get(0) > data.length() - 1) {
            return Optional.empty();
        }
        String text = new String(data.toArray(), 1, data.get(0), StandardCharsets.UTF_8);
        var safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> safe.appendCodePoint(isUnsafe(c) ? REPLACEMENT : c));
        return Optional.of(safe.toString());
    }

    /** Line breaks and terminal escapes forge log lines, format characters turn text around. */
    private static boolean isUnsafe(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
