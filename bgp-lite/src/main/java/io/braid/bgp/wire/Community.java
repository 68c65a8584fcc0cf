package io.braid.bgp.wire;

/**
 * A tag on a route of four bytes, by custom an AS number and a number of its choice (RFC 1997).
 *
 * @param value the four bytes
 */
public record Community(int value) implements Comparable<Community> {
    /** Routing stays as it is, but less preferred: the path is about to go away (RFC 8326). */
    public static final Community GRACEFUL_SHUTDOWN = new Community(0xFFFF_0000);
    /** Traffic is to be dropped (RFC 7999). */
    public static final Community BLACKHOLE = new Community(0xFFFF_029A);
    /** Not to be told outside the AS or confederation. */
    public static final Community NO_EXPORT = new Community(0xFFFF_FF01);
    /** Not to be told to any peer. */
    public static final Community NO_ADVERTISE = new Community(0xFFFF_FF02);
    /** Not to be told outside the member AS. */
    public static final Community NO_EXPORT_SUBCONFED = new Community(0xFFFF_FF03);

    /**
     * The community {@code high:low}.
     *
     * @param high 0 to 65535
     * @param low 0 to 65535
     */
    public static Community of(int high, int low) {
        Ranges.check("a community's first number", high, 0xFFFF);
        Ranges.check("a community's second number", low, 0xFFFF);
        return new Community(high << 16 | low);
    }

    /**
     * Reads {@code HIGH:LOW} or a well-known name such as {@code no-export}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static Community parse(String text) {
        for (Community known :
                new Community[] {GRACEFUL_SHUTDOWN, BLACKHOLE, NO_EXPORT, NO_ADVERTISE, NO_EXPORT_SUBCONFED}) {
            if (known.toString().equals(text)) {
                return known;
            }
        }
        if (!text.matches("[0-9]{1,5}:[0-9]{1,5}")) {
            throw new IllegalArgumentException("expected a community such as 65000:1 or no-export, not '" + text + "'");
        }
        int colon = text.indexOf(':');
        return of(Integer.parseInt(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public int compareTo(Community other) {
        return Integer.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return switch (value) {
            case 0xFFFF_0000 -> "graceful-shutdown";
            case 0xFFFF_029A -> "blackhole";
            case 0xFFFF_FF01 -> "no-export";
            case 0xFFFF_FF02 -> "no-advertise";
            case 0xFFFF_FF03 -> "no-export-subconfed";
            default -> (value >>> 16) + ":" + (value & 0xFFFF);
        };
    }
}
