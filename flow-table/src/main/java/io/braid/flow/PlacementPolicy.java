package io.braid.flow;

/** How a flow that has no pin yet gets its path; the operator's choice, {@code egress.policy} in the configuration. */
public enum PlacementPolicy {
    /** By the flow's hash over the path group: needs no measurement, uneven when flows are few. */
    HASH("hash"),
    /** The path that is expected to carry the least for its weight. */
    LEAST_LOADED("least-loaded"),
    /** As {@link #LEAST_LOADED}, and chosen anew after a pause in which all packets under way have arrived. */
    FLOWLET("flowlet");

    private final String label;

    PlacementPolicy(String label) {
        this.label = label;
    }

    /** The name used in configuration and output. */
    public String label() {
        return label;
    }

    /**
     * The policy with a name.
     *
     * @throws IllegalArgumentException if there is none; the message lists those that exist
     */
    public static PlacementPolicy of(String label) {
        for (PlacementPolicy policy : values()) {
            if (policy.label.equals(label)) {
                return policy;
            }
        }
        throw new IllegalArgumentException("a placement policy is hash, least-loaded or flowlet, not \"" + label + '"');
    }

    @Override
    public String toString() {
        return label;
    }
}
