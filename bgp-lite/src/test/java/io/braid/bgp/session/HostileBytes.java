package io.braid.bgp.session;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

/**
 * Bytes as the corpus writes them: hex digits, {@code "text"}, {@code {NAME}} for a part that is well-formed, and
 * {@code (...)*N} for many of it.
 */
final class HostileBytes {
    private static final String DEFAULT6 = "0002 01 10 20010DB8000000000000000000000002 00 00";

    /** Well-formed parts; AS 65000 is FDE8, AS 65017 is FDF9. */
    private static final Map<String, String> PARTS = Map.ofEntries(
            Map.entry("MARKER", "(FF)*16"),
            // OPEN: version, AS, hold time 90 s, router id 192.0.2.2
            Map.entry("HEAD", "04 FDE8 005A C0000202"),
            Map.entry("IHEAD", "04 FDF9 005A C0000202"),
            // capabilities
            Map.entry("C4", "01 04 0001 00 01"),
            Map.entry("C6", "01 04 0002 00 01"),
            Map.entry("CAS", "41 04 0000FDE8"),
            Map.entry("ICAS", "41 04 0000FDF9"),
            Map.entry("CREFRESH", "02 00"),
            Map.entry("CEREFRESH", "46 00"),
            Map.entry("CLONG", "06 00"),
            Map.entry("CADD", "45 04 0001 01 03"),
            Map.entry("CNEXT", "05 06 0001 0001 0002"),
            Map.entry("CGR", "40 06 0078 0001 01 80"),
            Map.entry("CAPS", "{C4}{C6}{CREFRESH}{CAS}"),
            Map.entry("ICAPS", "{C4}{C6}{CREFRESH}{ICAS}"),
            // attributes
            Map.entry("ORIGIN", "40 01 01 00"),
            Map.entry("PATH", "40 02 06 02 01 0000FDE8"),
            Map.entry("IPATH", "40 02 00"),
            Map.entry("HOP", "40 03 04 C0000202"),
            Map.entry("PREF", "40 05 04 00000064"),
            Map.entry("GOOD", "{ORIGIN}{PATH}{HOP}"),
            Map.entry("IGOOD", "{ORIGIN}{IPATH}{HOP}{PREF}"),
            Map.entry("REACH6", "80 0E 16 " + DEFAULT6),
            Map.entry("GOOD6", "{REACH6}{ORIGIN}{PATH}"),
            Map.entry("IGOOD6", "{REACH6}{ORIGIN}{IPATH}{PREF}"));

    private final String text;
    private int at;

    private HostileBytes(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException with the place of what cannot be read */
    static byte[] parse(String text) {
        HostileBytes reader = new HostileBytes(text);
        byte[] bytes = reader.sequence();
        if (reader.at < text.length()) {
            throw reader.wrong("unexpected");
        }
        return bytes;
    }

    private byte[] sequence() {
        var out = new ByteArrayOutputStream();
        while (at < text.length() && text.charAt(at) != ')') {
            char c = text.charAt(at);
            switch (c) {
                case ' ' -> at++;
                case '{' -> {
                    String name = upTo('}');
                    String part = PARTS.get(name);
                    if (part == null) {
                        throw wrong("no part is named " + name + ",");
                    }
                    out.writeBytes(parse(part));
                }
                case '"' -> out.writeBytes(upTo('"').getBytes(StandardCharsets.UTF_8));
                case '(' -> {
                    at++;
                    byte[] part = sequence();
                    expect(")*");
                    int from = at;
                    while (at < text.length() && Character.isDigit(text.charAt(at))) {
                        at++;
                    }
                    int times = Integer.parseInt(text.substring(from, at));
                    for (int i = 0; i < times; i++) {
                        out.writeBytes(part);
                    }
                }
                default -> {
                    if (at + 2 > text.length()) {
                        throw wrong("half a byte");
                    }
                    out.writeBytes(HexFormat.of().parseHex(text, at, at + 2));
                    at += 2;
                }
            }
        }
        return out.toByteArray();
    }

    private String upTo(char end) {
        int close = text.indexOf(end, at + 1);
        if (close < 0) {
            throw wrong("no " + end);
        }
        String inner = text.substring(at + 1, close);
        at = close + 1;
        return inner;
    }

    private void expect(String what) {
        if (!text.startsWith(what, at)) {
            throw wrong("no " + what);
        }
        at += what.length();
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at " + at + " of: " + text);
    }

    /** A message of a type with its right length. */
    static byte[] message(int type, byte[] body) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(parse("{MARKER}"));
        u16(out, 19 + body.length);
        out.write(type);
        out.writeBytes(body);
        return out.toByteArray();
    }

    /** {@code withdrawn | attributes | announced} of an UPDATE with the right lengths. */
    static byte[] update(String text) {
        String[] parts = text.split("\\|", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("an update is 'withdrawn | attributes | announced', not: " + text);
        }
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < 3; i++) {
            byte[] bytes = parse(parts[i].strip());
            if (i < 2) {
                u16(out, bytes.length);
            }
            out.writeBytes(bytes);
        }
        return message(2, out.toByteArray());
    }

    /** {@code head | capabilities} of an OPEN with the right lengths. */
    static byte[] open(String text) {
        String[] parts = text.split("\\|", -1);
        byte[] capabilities = parse(parts[1].strip());
        String length = HexFormat.of().toHexDigits((byte) capabilities.length);
        String parameter =
                capabilities.length == 0 ? "" : "02" + length + HexFormat.of().formatHex(capabilities);
        return parameters(parts[0] + "|" + parameter);
    }

    /** {@code head | optional parameters} of an OPEN with the right length of all of them. */
    static byte[] parameters(String text) {
        String[] parts = text.split("\\|", -1);
        var out = new ByteArrayOutputStream();
        out.writeBytes(parse(parts[0].strip()));
        byte[] parameters = parse(parts[1].strip());
        out.write(parameters.length);
        out.writeBytes(parameters);
        return message(1, out.toByteArray());
    }

    private static void u16(ByteArrayOutputStream out, int value) {
        out.write(value >> 8);
        out.write(value);
    }
}
