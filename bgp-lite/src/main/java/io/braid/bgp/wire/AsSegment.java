package io.braid.bgp.wire;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A part of an AS path: a run of AS numbers in order, or a set of them (RFC 4271 section 4.3, RFC 5065). Immutable. */
public final class AsSegment {
    /** The most AS numbers that a segment has room for. */
    public static final int MAX_SIZE = 255;

    /** What the numbers of a segment say. */
    public enum Type {
        /** ASes that may have been passed, in no order; deprecated (RFC 9774). */
        SET(1),
        /** ASes that were passed, the latest first. */
        SEQUENCE(2),
        /** Member ASes of a confederation that were passed (RFC 5065). */
        CONFED_SEQUENCE(3),
        /** Member ASes of a confederation that may have been passed (RFC 5065). */
        CONFED_SET(4);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        static Optional<Type> of(int code) {
            return code >= 1 && code <= 4 ? Optional.of(values()[code - 1]) : Optional.empty();
        }

        int code() {
            return code;
        }

        /** Whether the numbers are of a confederation's inside. */
        public boolean isConfed() {
            return this == CONFED_SEQUENCE || this == CONFED_SET;
        }

        /** Whether the numbers have no order. */
        public boolean isSet() {
            return this == SET || this == CONFED_SET;
        }
    }

    private final Type type;
    private final int[] asns;

    private AsSegment(Type type, int[] asns) {
        this.type = type;
        this.asns = asns;
    }

    /**
     * A segment of these numbers.
     *
     * @throws IllegalArgumentException if there are none or more than {@link #MAX_SIZE}, or one is not an AS number
     */
    public static AsSegment of(Type type, long... asns) {
        int[] copy = new int[asns.length];
        for (int i = 0; i < copy.length; i++) {
            Ranges.checkAs(asns[i]);
            copy[i] = (int) asns[i];
        }
        return adopt(type, copy);
    }

    /** A segment that keeps the array, which nobody may change any more. */
    static AsSegment adopt(Type type, int[] asns) {
        if (asns.length == 0 || asns.length > MAX_SIZE) {
            throw new IllegalArgumentException("a segment has 1 to 255 AS numbers, not " + asns.length);
        }
        return new AsSegment(type, asns);
    }

    /** What the numbers say. */
    public Type type() {
        return type;
    }

    /** How many numbers there are: 1 to {@link #MAX_SIZE}. */
    public int size() {
        return asns.length;
    }

    /** The AS number at that place, the latest passed AS at 0. */
    public long asn(int index) {
        return Integer.toUnsignedLong(asns[index]);
    }

    /** Whether the AS is among them. */
    public boolean contains(long asn) {
        for (int own : asns) {
            if (Integer.toUnsignedLong(own) == asn) {
                return true;
            }
        }
        return false;
    }

    /** What the segment counts for in the length of a path: a set is one step, a confederation none. */
    int pathLength() {
        return switch (type) {
            case SET -> 1;
            case SEQUENCE -> asns.length;
            case CONFED_SEQUENCE, CONFED_SET -> 0;
        };
    }

    /** The first numbers of a sequence. */
    AsSegment first(int count) {
        return count == asns.length ? this : adopt(type, Arrays.copyOf(asns, count));
    }

    /** This sequence and another as one. */
    AsSegment followedBy(AsSegment next) {
        int[] joined = Arrays.copyOf(asns, asns.length + next.asns.length);
        System.arraycopy(next.asns, 0, joined, asns.length, next.asns.length);
        return adopt(type, joined);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AsSegment s && s.type == type && Arrays.equals(s.asns, asns);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + Arrays.hashCode(asns);
    }

    @Override
    public String toString() {
        String text = Arrays.stream(asns).mapToObj(Integer::toUnsignedString).collect(Collectors.joining(" "));
        return switch (type) {
            case SEQUENCE -> text;
            case SET -> "{" + text + "}";
            case CONFED_SEQUENCE -> "(" + text + ")";
            case CONFED_SET -> "[" + text + "]";
        };
    }
}
