package io.braid.numa.plan;

import java.util.Optional;

/**
 * A NIC port whose queues are to be polled.
 *
 * @param name what the operator calls it
 * @param pciAddress where it is, as sysfs names it; empty for a virtual device
 * @param node its node as its driver or the operator knows it, or -1; used when sysfs does not know better. It must be
 *     the same whenever the plan is made, or the workers may differ
 * @param maxRxQueues receive queues that it can have, at least 1
 * @param maxTxQueues transmit queues that it can have, at least 1
 * @param steersByRule whether it sends chosen packets to a chosen queue ({@code rte_flow}), past RSS
 */
public record NicRequest(
        String name, Optional<String> pciAddress, int node, int maxRxQueues, int maxTxQueues, boolean steersByRule) {
    /** The same NIC without a word on its node. */
    NicRequest anywhere() {
        return new NicRequest(name, pciAddress, -1, maxRxQueues, maxTxQueues, steersByRule);
    }

    public NicRequest {
        if (maxRxQueues < 1 || maxTxQueues < 1) {
            throw new IllegalArgumentException(
                    name + ": a NIC has at least one queue each way, not " + maxRxQueues + " and " + maxTxQueues);
        }
    }
}
