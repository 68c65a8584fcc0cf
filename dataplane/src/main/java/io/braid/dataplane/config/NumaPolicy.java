package io.braid.dataplane.config;

/** Which uplinks a NUMA node's new flows take. */
public enum NumaPolicy {
    /** Those of the node, others when those are down or too full. */
    PREFER,
    /** Those of the node only. */
    STRICT,
    /** The host is taken as one node. */
    OFF
}
