package io.braid.dataplane.config;

/** How a new flow's uplink is chosen. */
public enum EgressPolicy {
    /** By a consistent hash of the flow's addresses and ports. */
    HASH,
    /** The least loaded one. */
    LEAST_LOADED,
    /** The least loaded one, chosen again after a pause longer than the difference of the paths' delays. */
    FLOWLET
}
