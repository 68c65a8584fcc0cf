package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts four-byte AS numbers back where a peer with two-byte ones had to leave them out (RFC 6793 section 4.2.3). */
final class As4Merge {
    private As4Merge() {}

    /**
     * Completes the attributes of a message of a two-byte peer.
     *
     * @param attributes what it said, in any order; changed in place
     * @param as4Path the value of AS4_PATH, if it was there and well-formed
     * @param as4Aggregator the value of AS4_AGGREGATOR, likewise
     */
    static void apply(
            List<Attribute> attributes, @Nullable AsPath as4Path, Attribute.@Nullable Aggregator as4Aggregator) {
        for (int i = 0; i < attributes.size(); i++) {
            if (as4Aggregator != null && attributes.get(i) instanceof Attribute.Aggregator aggregator) {
                if (aggregator.asn() != Open.AS_TRANS) {
                    // A two-byte speaker aggregated the route again after AS4_* were put on: both are out of date.
                    return;
                }
                attributes.set(i, as4Aggregator);
            }
        }
        for (int i = 0; i < attributes.size(); i++) {
            if (as4Path != null && attributes.get(i) instanceof Attribute.Path(AsPath path)) {
                attributes.set(i, new Attribute.Path(merge(path, as4Path)));
            }
        }
    }

    /** The four-byte path with as many of the other's leading ASes before it as make both equally long. */
    static AsPath merge(AsPath path, AsPath as4Path) {
        int missing = path.length() - as4Path.length();
        if (missing < 0) {
            return path;
        }
        var segments = new ArrayList<AsSegment>();
        for (AsSegment segment : path.segments()) {
            if (missing == 0) {
                break;
            }
            int steps = segment.pathLength();
            // Only a sequence has more than one step and can be cut.
            segments.add(steps > missing ? segment.first(missing) : segment);
            missing -= Math.min(steps, missing);
        }
        for (AsSegment segment : as4Path.segments()) {
            join(segments, segment);
        }
        return new AsPath(segments);
    }

    private static void join(List<AsSegment> segments, AsSegment next) {
        AsSegment last = segments.isEmpty() ? null : segments.getLast();
        if (last == null
                || last.type() != AsSegment.Type.SEQUENCE
                || next.type() != AsSegment.Type.SEQUENCE
                || last.size() + next.size() > AsSegment.MAX_SIZE) {
            segments.add(next);
            return;
        }
        segments.set(segments.size() - 1, last.followedBy(next));
    }
}
