package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The ASes that a route came through, the latest first (RFC 4271 section 5.1.2).
 *
 * @param segments the parts of the path; none for a route that starts in the own AS
 */
public record AsPath(List<AsSegment> segments) {
    /** The path of a route that starts in the own AS. */
    public static final AsPath EMPTY = new AsPath(List.of());

    /** Copies the list. */
    public AsPath {
        segments = List.copyOf(segments);
    }

    /** A path of one sequence, or of several where one has no room for all numbers. */
    public static AsPath of(long... asns) {
        var segments = new ArrayList<AsSegment>();
        for (int from = 0; from < asns.length; from += AsSegment.MAX_SIZE) {
            int to = Math.min(asns.length, from + AsSegment.MAX_SIZE);
            segments.add(AsSegment.of(AsSegment.Type.SEQUENCE, Arrays.copyOfRange(asns, from, to)));
        }
        return new AsPath(segments);
    }

    /**
     * This path with an AS before it, once or more often.
     *
     * @param asn the AS
     * @param times how often: 0 to 255
     */
    public AsPath prepend(long asn, int times) {
        Ranges.check("a number of prependings", times, AsSegment.MAX_SIZE);
        var result = new ArrayList<AsSegment>(segments);
        long[] joined = new long[times];
        Arrays.fill(joined, asn);
        if (!segments.isEmpty()
                && segments.getFirst().type() == AsSegment.Type.SEQUENCE
                && segments.getFirst().size() + times <= AsSegment.MAX_SIZE) {
            AsSegment first = result.removeFirst();
            joined = Arrays.copyOf(joined, times + first.size());
            for (int i = 0; i < first.size(); i++) {
                joined[times + i] = first.asn(i);
            }
        }
        if (joined.length > 0) {
            result.addFirst(AsSegment.of(AsSegment.Type.SEQUENCE, joined));
        }
        return new AsPath(result);
    }

    /** The length for comparing routes: a set counts 1, confederation segments 0 (RFC 4271 section 9.1.2.2, RFC 5065). */
    public int length() {
        int length = 0;
        for (AsSegment segment : segments) {
            length += segment.pathLength();
        }
        return length;
    }

    /** Whether the route came through that AS; through one's own it is a loop (RFC 4271 section 9). */
    public boolean contains(long asn) {
        for (AsSegment segment : segments) {
            if (segment.contains(asn)) {
                return true;
            }
        }
        return false;
    }

    /** Whether some segment is a set, which RFC 9774 wants no more. */
    public boolean hasSet() {
        return segments.stream().anyMatch(s -> s.type().isSet());
    }

    /** Whether some segment is of a confederation. */
    public boolean hasConfed() {
        return segments.stream().anyMatch(s -> s.type().isConfed());
    }

    /** The AS that sent the route last, if the path starts with a sequence. */
    public OptionalLong first() {
        return segments.isEmpty() || segments.getFirst().type() != AsSegment.Type.SEQUENCE
                ? OptionalLong.empty()
                : OptionalLong.of(segments.getFirst().asn(0));
    }

    @Override
    public String toString() {
        return segments.stream().map(AsSegment::toString).collect(Collectors.joining(" "));
    }
}
