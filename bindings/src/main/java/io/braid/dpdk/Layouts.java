package io.braid.dpdk;

/**
 * Where the fields are whose places differ between the ABIs that this build knows; all in bytes.
 *
 * <p>Every other structure and constant that this package uses is the same in all of them, and taken from the declarations generated for the oldest. {@code
 * LayoutsTest} compares all with what a C compiler made of the headers of each.
 *
 * <p>None of these is read for a packet: the hot path takes function and queue addresses once for each start of a port.
 */
record Layouts(BurstTable burstTable, DeviceInfo deviceInfo, PortSettings portSettings) {

    /**
     * {@code struct rte_eth_fp_ops}, an element of the array of the same name.
     *
     * @param size of an element
     * @param receive the receive function
     * @param receiveQueues {@code struct rte_ethdev_qdata} of the receive queues
     * @param send the transmit function
     * @param prepare the transmit prepare function
     * @param sendQueues {@code struct rte_ethdev_qdata} of the transmit queues
     */
    record BurstTable(long size, long receive, long receiveQueues, long send, long prepare, long sendQueues) {}

    /** {@code struct rte_eth_dev_info}, in the order of ABI 23. */
    record DeviceInfo(
            long size,
            long driverName,
            long interfaceIndex,
            long maxMtu,
            long maxFrame,
            long maxRxQueues,
            long maxTxQueues,
            long rxOffloads,
            long txOffloads,
            long redirectionSize,
            long hashKeySize,
            long rssTypes,
            long rxConfig,
            long txConfig,
            long rxDescriptors,
            long txDescriptors) {}

    /**
     * {@code struct rte_eth_conf}.
     *
     * @param rss {@code struct rte_eth_rss_conf}: longer in ABI 25, by a field that 0 is right for
     */
    record PortSettings(long size, long rxMode, long txMode, long rss) {}

    static Layouts of(Abi abi) {
        return switch (abi) {
            case DPDK_22_11 -> LayoutsAbi23.all();
            case DPDK_24_11 -> LayoutsAbi25.all();
        };
    }

    /** Those of the loaded library. */
    static Layouts current() {
        return of(DpdkLibraries.loadedAbi());
    }
}
