package io.braid.numa;

/** How the kernel prefers workers to other threads. */
public enum WorkerPriority {
    /** An ordinary thread with a larger share of its CPU than others have. */
    NORMAL,
    /** A real-time thread: nothing of lower priority runs on its CPU while it does, except in the pauses it makes for that. */
    FIFO
}
