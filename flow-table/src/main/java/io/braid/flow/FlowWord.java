package io.braid.flow;

/** The second word of a {@link FlowTable} entry: the transport word of its key with path, state and generation above. */
final class FlowWord {
    static final int PATH_BITS = 4;

    /** States are numbered below this. */
    static final int STATES = 8;

    /** Tells an entry from a free slot also for the key that is all zero. */
    private static final long OCCUPIED = FlowKey.TRANSPORT_MASK + 1;

    private static final long KEY_MASK = FlowKey.TRANSPORT_MASK | OCCUPIED;
    private static final int PATH_MASK = (1 << PATH_BITS) - 1;
    private static final int PATH_SHIFT = 43;
    private static final int STATE_SHIFT = PATH_SHIFT + PATH_BITS;
    private static final int STATE_MASK = STATES - 1;
    private static final int GENERATION_SHIFT = STATE_SHIFT + 3;

    private FlowWord() {}

    static long of(long transport, int path, int state, int generation) {
        return OCCUPIED
                | transport
                | ((long) (path & PATH_MASK) << PATH_SHIFT)
                | ((long) state << STATE_SHIFT)
                | ((long) (generation & 0xFF) << GENERATION_SHIFT);
    }

    static boolean isKey(long word, long transport) {
        return (word & KEY_MASK) == (transport | OCCUPIED);
    }

    /** 0 if the word is of a key, something else otherwise. */
    static long keyDifference(long word, long transport) {
        // A shift that drops what is no key, where a mask would be a 64-bit constant in each loop.
        return (word ^ (transport | OCCUPIED)) << (Long.SIZE - PATH_SHIFT);
    }

    static long transport(long word) {
        return word & FlowKey.TRANSPORT_MASK;
    }

    static int path(long word) {
        return (int) (word >>> PATH_SHIFT) & PATH_MASK;
    }

    static int state(long word) {
        return (int) (word >>> STATE_SHIFT) & STATE_MASK;
    }

    static long withState(long word, int state) {
        return (word & ~((long) STATE_MASK << STATE_SHIFT)) | ((long) state << STATE_SHIFT);
    }

    static int generation(long word) {
        return (int) (word >>> GENERATION_SHIFT) & 0xFF;
    }
}
