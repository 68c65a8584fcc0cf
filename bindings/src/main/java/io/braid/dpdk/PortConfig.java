package io.braid.dpdk;

/**
 * How a port is to be set up.
 *
 * @param rxQueues receive queues, 1 to the driver's limit
 * @param txQueues transmit queues, 1 to the driver's limit
 * @param rxDescriptors packets a receive queue holds, brought into the driver's limits
 * @param txDescriptors packets a transmit queue holds, likewise
 * @param mtu largest layer-3 packet in bytes; a virtual driver that refuses it gets its own maximum, see {@link Port#configure}
 */
public record PortConfig(int rxQueues, int txQueues, int rxDescriptors, int txDescriptors, int mtu) {
    /** One queue each way with 512 descriptors. */
    public static PortConfig single(int mtu) {
        return new PortConfig(1, 1, 512, 512, mtu);
    }

    /** The same with {@code n} queues each way. */
    public PortConfig withQueues(int rx, int tx) {
        return new PortConfig(rx, tx, rxDescriptors, txDescriptors, mtu);
    }
}
