package io.braid.dpdk;

/**
 * A driver's own counters since the port was started ({@code struct rte_eth_stats}).
 *
 * @param rxMissed packets the device dropped because no buffer or descriptor was free
 * @param rxErrors packets received with errors
 * @param txErrors packets the driver took and could not send
 * @param rxNoBuffer receive buffer allocation failures
 */
public record PortStatistics(
        long rxPackets,
        long rxBytes,
        long txPackets,
        long txBytes,
        long rxMissed,
        long rxErrors,
        long txErrors,
        long rxNoBuffer) {}
