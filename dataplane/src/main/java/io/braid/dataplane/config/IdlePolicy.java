package io.braid.dataplane.config;

/** What a worker does when there are no packets. */
public enum IdlePolicy {
    /** Polls on. */
    BUSY,
    /** Spins, then yields, then sleeps. */
    BACKOFF
}
