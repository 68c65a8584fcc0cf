package io.braid.bgp.wire;

import java.util.Arrays;

/** Reads and writes addresses as people do (RFC 4291 section 2.2, RFC 5952). */
final class AddressText {
    private static final int GROUPS = 8;

    private AddressText() {}

    static IpAddress parse(String text) {
        if (text.indexOf(':') < 0) {
            return IpAddress.v4(parseV4(text, text));
        }
        int gap = text.indexOf("::");
        int[] groups = new int[GROUPS];
        int head = parseGroups(gap < 0 ? text : text.substring(0, gap), groups, gap < 0, text);
        if (gap < 0) {
            if (head != GROUPS) {
                throw malformed(text);
            }
        } else {
            int[] tail = new int[GROUPS];
            int count = parseGroups(text.substring(gap + 2), tail, true, text);
            if (head + count >= GROUPS) {
                throw malformed(text);
            }
            System.arraycopy(tail, 0, groups, GROUPS - count, count);
        }
        return IpAddress.v6(word(groups, 0), word(groups, GROUPS / 2));
    }

    private static int parseGroups(String text, int[] into, boolean isEnd, String all) {
        if (text.isEmpty()) {
            return 0;
        }
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean dotted = isEnd && i == parts.length - 1 && parts[i].indexOf('.') >= 0;
            if (count + (dotted ? 2 : 1) > GROUPS || !(dotted || parts[i].matches("[0-9a-fA-F]{1,4}"))) {
                throw malformed(all);
            }
            if (dotted) {
                int bits = parseV4(parts[i], all);
                into[count++] = bits >>> 16;
                into[count++] = bits & 0xFFFF;
            } else {
                into[count++] = Integer.parseInt(parts[i], 16);
            }
        }
        return count;
    }

    private static int parseV4(String text, String all) {
        String[] parts = text.split("\\.", -1);
        int bits = 0;
        for (String part : parts) {
            // No leading zeros: some readers take them for octal.
            if (parts.length != 4 || !part.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(part) > 255) {
                throw malformed(all);
            }
            bits = bits << 8 | Integer.parseInt(part);
        }
        return bits;
    }

    private static long word(int[] groups, int from) {
        return (long) groups[from] << 48
                | (long) groups[from + 1] << 32
                | (long) groups[from + 2] << 16
                | groups[from + 3];
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException("expected an IPv4 or IPv6 address, not '" + text + "'");
    }

    static String format(IpAddress address) {
        return address.afi() == Afi.IPV4 ? formatV4(address.firstBits()) : formatV6(address);
    }

    private static String formatV4(int bits) {
        return (bits >>> 24) + "." + (bits >>> 16 & 0xFF) + "." + (bits >>> 8 & 0xFF) + "." + (bits & 0xFF);
    }

    private static String formatV6(IpAddress address) {
        if (address.high() == 0 && address.low() >>> 32 == 0xFFFF) {
            return "::ffff:" + formatV4((int) address.low());
        }
        int[] groups = new int[GROUPS];
        Arrays.setAll(groups, i -> (int) ((i < 4 ? address.high() : address.low()) >>> (48 - 16 * (i & 3))) & 0xFFFF);
        int best = -1;
        int bestLength = 1; // RFC 5952 section 4.2.2: one zero group alone is not shortened
        for (int from = 0; from < GROUPS; from++) {
            int to = from;
            while (to < GROUPS && groups[to] == 0) {
                to++;
            }
            if (to - from > bestLength) {
                best = from;
                bestLength = to - from;
            }
        }
        var text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == best) {
                text.append("::");
                i += bestLength - 1;
            } else {
                text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
