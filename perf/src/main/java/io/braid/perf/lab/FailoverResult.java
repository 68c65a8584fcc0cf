package io.braid.perf.lab;

import java.util.List;

/**
 * What the loss of an uplink under load did.
 *
 * @param uplink the one that failed, from 0
 * @param outbound what became of the flows that the host sends, acknowledgements included; Braid chooses their uplinks
 * @param inbound the same for the flows that the switch chooses uplinks for
 * @param movedBack outbound flows that changed uplink again when it returned
 * @param survivorShares of the outbound bytes while it was down, without the failed one
 * @param results of the applications
 * @param samples the switch's counters over the whole run
 * @param startNanos when the load began, {@link System#nanoTime()}
 * @param failedNanos when carrier was taken
 * @param restoredNanos when it was given back
 */
public record FailoverResult(
        int uplink,
        FlowPaths.Failover outbound,
        FlowPaths.Failover inbound,
        int movedBack,
        List<Double> survivorShares,
        List<TransferResult> results,
        List<UplinkMeter.Sample> samples,
        long startNanos,
        long failedNanos,
        long restoredNanos) {
    /** Connections of the load that failed. */
    public int lostConnections() {
        return TransferResult.lostConnections(results);
    }

    /** Connections of the load. */
    public int connections() {
        return results.stream().mapToInt(result -> result.transfer().streams()).sum();
    }

    /** Largest distance of a survivor's share from an even one, in points of percent. */
    public double unevenness() {
        double even = 1.0 / survivorShares.size();
        return survivorShares.stream()
                        .mapToDouble(share -> Math.abs(share - even))
                        .max()
                        .orElse(0)
                * 100;
    }
}
