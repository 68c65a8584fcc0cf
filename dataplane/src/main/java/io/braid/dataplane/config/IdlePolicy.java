package io.braid.dataplane.config;

/** What a worker does when there are no packets. */
public enum IdlePolicy {
    /** Polls on. */
    BUSY,
    /** Polls on, but lets others that want the CPU have their turns. */
    PAUSE,
    /** Spins, then yields, then sleeps. */
    BACKOFF,
    /** Sleeps soon, and is woken by hand-offs. */
    SLEEP
}
