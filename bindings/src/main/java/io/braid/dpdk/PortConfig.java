package io.braid.dpdk;

/**
 * How a port is to be set up.
 *
 * @param rxQueues receive queues, 1 to the driver's limit
 * @param txQueues transmit queues, 1 to the driver's limit
 * @param rxDescriptors packets a receive queue holds, brought into the driver's limits
 * @param txDescriptors packets a transmit queue holds, likewise
 * @param mtu largest layer-3 packet in bytes; a virtual driver that refuses it gets its own maximum, see {@link Port#configure}
 * @param offloads which sides of the port may use {@linkplain Offload offloads} that its driver has
 */
public record PortConfig(
        int rxQueues, int txQueues, int rxDescriptors, int txDescriptors, int mtu, OffloadUse offloads) {
    /** Which sides of a port may use offloads; what comes of it says {@link Port#receiveOffloads} and {@link Port#transmitOffloads}. */
    public enum OffloadUse {
        /** Packets come finished, and are sent finished. */
        NONE,
        /** Packets come finished; the device may finish those that are sent. */
        TRANSMIT,
        /** Packets may come unfinished as well. */
        BOTH
    }

    /** Without offloads. */
    public PortConfig(int rxQueues, int txQueues, int rxDescriptors, int txDescriptors, int mtu) {
        this(rxQueues, txQueues, rxDescriptors, txDescriptors, mtu, OffloadUse.NONE);
    }

    /** One queue each way with 512 descriptors. */
    public static PortConfig single(int mtu) {
        return new PortConfig(1, 1, 512, 512, mtu);
    }

    /** The same with {@code n} queues each way. */
    public PortConfig withQueues(int rx, int tx) {
        return new PortConfig(rx, tx, rxDescriptors, txDescriptors, mtu, offloads);
    }

    /** The same with offloads. */
    public PortConfig withOffloads(OffloadUse use) {
        return new PortConfig(rxQueues, txQueues, rxDescriptors, txDescriptors, mtu, use);
    }
}
