package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the segments of AS_PATH and AS4_PATH: type (1), count (1), AS numbers (RFC 4271 section 4.3). */
final class AsPathReader {
    private AsPathReader() {}

    /**
     * Reads a whole value.
     *
     * @return the path, confederation segments included, or nothing if it is malformed: an unknown segment type, an empty
     *     segment, one that is cut off (RFC 7606 section 7.2), or AS 0 (RFC 7607)
     */
    static Optional<AsPath> read(WireReader in, boolean fourBytes) {
        List<AsSegment> segments = new ArrayList<>(1);
        while (in.remaining() > 0) {
            if (in.remaining() < 2) {
                return Optional.empty();
            }
            Optional<AsSegment.Type> type = AsSegment.Type.of(in.u8());
            int count = in.u8();
            if (type.isEmpty() || count == 0 || count * (fourBytes ? 4 : 2) > in.remaining()) {
                return Optional.empty();
            }
            int[] asns = new int[count];
            for (int i = 0; i < count; i++) {
                asns[i] = (int) in.asn(fourBytes);
                if (asns[i] == 0) {
                    return Optional.empty();
                }
            }
            segments.add(AsSegment.adopt(type.get(), asns));
        }
        return Optional.of(new AsPath(segments));
    }

    /** The path without the segments that AS4_PATH may not have (RFC 6793 section 6). */
    static AsPath withoutConfed(AsPath path) {
        return path.hasConfed()
                ? new AsPath(path.segments().stream()
                        .filter(s -> !s.type().isConfed())
                        .toList())
                : path;
    }
}
