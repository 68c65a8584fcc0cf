package io.braid.dataplane.config;

/** What tasks may send to the host they run on. */
public enum HostTrafficRule {
    /** Pings, and answers on TCP connections that the host opened. */
    ANSWERS,
    /** Anything. */
    ALL,
    /** Nothing. */
    NONE
}
