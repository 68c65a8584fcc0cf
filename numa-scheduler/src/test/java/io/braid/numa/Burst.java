package io.braid.numa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;

/** Native arrays of packet addresses and tags, as a worker has them; not freed before the tests end. */
final class Burst {
    private Burst() {}

    static MemorySegment of(long... packets) {
        return Arena.global().allocateFrom(ValueLayout.JAVA_LONG, packets);
    }

    /** {@code from} to {@code end - 1}. */
    static MemorySegment range(long from, long end) {
        return of(LongStream.range(from, end).toArray());
    }

    /** Address of {@code n} tags, {@code run} of them equal at a time: 0, 0, 1, 1, ... */
    static long tags(int n, int run) {
        MemorySegment tags = Arena.global().allocate(ValueLayout.JAVA_INT, n);
        for (int i = 0; i < n; i++) {
            tags.setAtIndex(ValueLayout.JAVA_INT, i, i / run);
        }
        return tags.address();
    }
}
