package io.braid.bgp.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads prefixes: [path id (4)], length in bits (1), as many bytes as hold them (RFC 4271 section 4.3, RFC 7911). */
final class NlriReader {
    private static final int PATH_ID_BYTES = 4;

    private NlriReader() {}

    /**
     * Reads a whole field, and stops at what is syntactically incorrect (RFC 7606 section 5.3).
     *
     * @return what is incorrect, or nothing
     */
    static @Nullable String read(WireReader in, Family family, boolean pathIds, List<Nlri> into) {
        int width = family.afi().width();
        while (in.remaining() > 0) {
            if (in.remaining() < (pathIds ? PATH_ID_BYTES + 1 : 1)) {
                return "a path id is cut off";
            }
            int pathId = pathIds ? in.i32() : 0;
            int length = in.u8();
            if (length > width) {
                return "a prefix of " + length + " bits in " + family;
            }
            int bytes = (length + Byte.SIZE - 1) / Byte.SIZE;
            if (bytes > in.remaining()) {
                return "a prefix of " + length + " bits in " + in.remaining() + " bytes";
            }
            into.add(new Nlri(prefix(in, family, length, bytes), pathId));
        }
        return null;
    }

    private static Prefix prefix(WireReader in, Family family, int length, int bytes) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < bytes; i++) {
            long part = (long) in.u8() << (Long.SIZE - Byte.SIZE - Byte.SIZE * (i & 7));
            high |= i < Long.BYTES ? part : 0;
            low |= i < Long.BYTES ? 0 : part;
        }
        // RFC 4271 section 4.3: bits after the length do not matter; the record clears them.
        return new Prefix(family, high, low, length);
    }
}
