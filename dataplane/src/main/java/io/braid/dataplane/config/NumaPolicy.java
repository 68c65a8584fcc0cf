package io.braid.dataplane.config;

/** How strictly packets stay on the CPU socket of their task. */
public enum NumaPolicy {
    /** On the task's node when it has CPUs and uplinks, else elsewhere. */
    PREFER,
    /** On the task's node only; a host where that cannot be does not start. */
    STRICT,
    /** The host is taken as one node. */
    OFF
}
