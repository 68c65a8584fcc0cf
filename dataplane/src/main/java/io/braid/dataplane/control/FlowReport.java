package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flows that leave the host: answer of {@code GET /v1/flows}.
 *
 * @param flows the first ones in the order that was asked for
 * @param matching how many match the query
 * @param all how many flows are remembered
 * @param bitsPerSecond what those that match sent of late, together
 */
public record FlowReport(List<Flow> flows, long matching, long all, long bitsPerSecond) {
    public FlowReport {
        flows = List.copyOf(flows);
    }

    /**
     * A flow.
     *
     * @param task whose source address it has; null if that task is gone
     * @param protocol such as {@code tcp}; {@code fragments} for all fragments between two addresses
     * @param source canonical text
     * @param sourcePort 0 where there is none; an ICMP echo's identifier
     * @param destination canonical text
     * @param destinationPort 0 where there is none
     * @param uplink what it leaves by
     * @param waits whether that uplink cannot be used now, nor any other, so that the flow's packets are dropped
     * @param why why it leaves by that one, in words
     * @param state {@code opening}, {@code new}, {@code established} or {@code closing}
     * @param bitsPerSecond what it sent of late
     * @param bytes what it sent since it began, or since Braid did
     * @param idleMillis since its last packet
     * @param worker who sends it
     */
    public record Flow(
            @Nullable String task,
            String protocol,
            String source,
            int sourcePort,
            String destination,
            int destinationPort,
            String uplink,
            boolean waits,
            String why,
            String state,
            long bitsPerSecond,
            long bytes,
            long idleMillis,
            String worker) {}
}
