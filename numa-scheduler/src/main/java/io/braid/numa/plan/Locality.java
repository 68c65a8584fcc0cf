package io.braid.numa.plan;

/** How much it matters that a packet stays on one node. */
public enum Locality {
    /** As far as possible; what is not possible is a warning. */
    PREFER,
    /** A host where it is not possible gets no plan. */
    STRICT,
    /** The host is taken as one node. */
    OFF
}
