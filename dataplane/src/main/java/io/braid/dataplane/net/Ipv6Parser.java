package io.braid.dataplane.net;

/** Reads the text forms of an IPv6 address (RFC 4291, section 2.2). One use per text. */
final class Ipv6Parser {
    private static final String EXPECTED = "an IPv6 address";
    private static final int GROUPS = 8;
    private static final int MAX_DIGITS = 4;

    private final String text;
    private final int[] groups = new int[GROUPS];
    private int count;
    /** The index of the group before which {@code ::} stands, or -1. */
    private int gap = -1;

    private Ipv6Parser(String text) {
        this.text = text;
    }

    static Ipv6Address parse(String text) {
        return new Ipv6Parser(text).read();
    }

    private Ipv6Address read() {
        if (text.indexOf('%') >= 0) {
            throw bad("write it without the zone id");
        }
        int position = 0;
        if (text.startsWith("::")) {
            gap = 0;
            position = 2;
        }
        while (position < text.length()) {
            int end = endOfGroup(position);
            if (text.indexOf('.', position) >= 0 && end == text.length()) {
                addQuad(text.substring(position));
            } else {
                addGroup(position, end);
            }
            position = afterSeparator(end);
        }
        return finish();
    }

    private int endOfGroup(int start) {
        int colon = text.indexOf(':', start);
        return colon < 0 ? text.length() : colon;
    }

    /** Skips {@code :} or {@code ::} after a group; a single colon must have another group behind it. */
    private int afterSeparator(int end) {
        if (end == text.length()) {
            return end;
        }
        if (text.startsWith("::", end)) {
            if (gap >= 0) {
                throw bad("\"::\" may stand only once");
            }
            gap = count;
            return end + 2;
        }
        if (end + 1 == text.length()) {
            throw bad("it ends in a single colon");
        }
        return end + 1;
    }

    private void addGroup(int start, int end) {
        int digits = end - start;
        if (digits == 0) {
            throw bad("a group is empty");
        }
        if (digits > MAX_DIGITS) {
            throw bad("a group has more than four digits");
        }
        int value = 0;
        for (int i = start; i < end; i++) {
            int digit = hexDigit(text.charAt(i));
            if (digit < 0) {
                throw bad("groups are hexadecimal numbers");
            }
            value = value << 4 | digit;
        }
        add(value);
    }

    private void addQuad(String quad) {
        int bits;
        try {
            bits = Ipv4Address.parse(quad).bits();
        } catch (MalformedValueException e) {
            throw (MalformedValueException)
                    bad("its last part is not an IPv4 address").initCause(e);
        }
        add(bits >>> 16);
        add(bits & 0xffff);
    }

    private void add(int group) {
        if (count == GROUPS) {
            throw bad("it has more than eight groups");
        }
        groups[count++] = group;
    }

    private Ipv6Address finish() {
        if (gap < 0) {
            if (count < GROUPS) {
                throw bad("it has fewer than eight groups and no \"::\"");
            }
            return Ipv6Address.ofGroups(groups);
        }
        if (count == GROUPS) {
            throw bad("\"::\" stands for no group");
        }
        int[] whole = new int[GROUPS];
        System.arraycopy(groups, 0, whole, 0, gap);
        System.arraycopy(groups, gap, whole, GROUPS - (count - gap), count - gap);
        return Ipv6Address.ofGroups(whole);
    }

    /** The value of an ASCII digit; {@link Character#digit} would accept digits of other scripts. */
    private static int hexDigit(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private MalformedValueException bad(String reason) {
        return new MalformedValueException(EXPECTED, text, reason);
    }
}
