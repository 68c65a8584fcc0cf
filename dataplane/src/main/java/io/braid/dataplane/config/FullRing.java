package io.braid.dataplane.config;

/** What a worker does with packets for another worker that takes no more. */
public enum FullRing {
    /** Drop and count them. */
    DROP,
    /** Receive no more until there is room. */
    WAIT
}
