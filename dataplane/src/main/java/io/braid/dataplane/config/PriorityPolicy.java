package io.braid.dataplane.config;

/** How the kernel is to prefer workers to other threads. */
public enum PriorityPolicy {
    /** As ordinary threads with a large share. */
    NORMAL,
    /** As real-time threads. */
    FIFO
}
