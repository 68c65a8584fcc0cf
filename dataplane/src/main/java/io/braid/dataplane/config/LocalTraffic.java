package io.braid.dataplane.config;

/** Which tasks of a host may talk to each other. */
public enum LocalTraffic {
    /** Those of one job. */
    SAME_JOB,
    /** All. */
    ALL,
    /** No task to another. */
    NONE
}
