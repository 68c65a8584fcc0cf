package io.braid.flow;

/**
 * What of a worker's pins may change while it runs.
 *
 * @param policy how flows without a path get one
 * @param gapMillis the pause after which a flow may change its path without being reordered, 1 or more
 * @param timeouts how long pins live without a packet
 */
public record PinTuning(PlacementPolicy policy, int gapMillis, FlowTimeouts timeouts) {
    /**
     * Checks the gap.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public PinTuning {
        if (gapMillis <= 0) {
            throw new IllegalArgumentException("a gap is a number of milliseconds above 0, not " + gapMillis);
        }
    }
}
