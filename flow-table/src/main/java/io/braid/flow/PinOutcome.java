package io.braid.flow;

/** How a packet's flow came to the path that it has now. */
public enum PinOutcome {
    /** It was pinned before, and keeps its path. */
    KEPT,
    /** It is new, and was placed by the policy. */
    PLACED,
    /** It is new to this worker, and keeps the path that it had on another one or before a restart. */
    INHERITED,
    /** It got no pin, for want of room, and goes by the hash. */
    UNPINNED,
    /** Its path was lost: it was placed anew. */
    LOST,
    /** Its connection had ended and another one begins: it was placed anew. */
    RESTARTED,
    /** It had paused, and the policy placed it anew. */
    FLOWLET,
    /** It had paused, and was moved to even the load. */
    REBALANCED,
    /** It goes on where it last was, on another worker. */
    CAUGHT_UP,
    /** There is no usable path. */
    NO_PATH
}
