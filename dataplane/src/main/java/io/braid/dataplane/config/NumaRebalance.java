package io.braid.dataplane.config;

/** Whether queues move between the workers of a node. */
public enum NumaRebalance {
    /** When one has much more to do than another. */
    AUTO,
    /** Never by themselves. */
    OFF
}
