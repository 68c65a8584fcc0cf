package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_desc_lim;
import io.braid.dpdk.ffi.rte_eth_rxconf;
import io.braid.dpdk.ffi.rte_eth_txconf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * What a port's driver says it can do ({@code struct rte_eth_dev_info}).
 *
 * @param driver the driver's name, such as {@code net_tap}
 * @param interfaceIndex the kernel interface behind a virtual port, or 0
 * @param maxMtu largest MTU that {@code rte_eth_dev_set_mtu} accepts
 * @param maxRxQueues receive queues it can have
 * @param maxTxQueues transmit queues it can have
 * @param rxOffloads receive offloads as {@code RTE_ETH_RX_OFFLOAD_*} bits
 * @param txOffloads transmit offloads as {@code RTE_ETH_TX_OFFLOAD_*} bits
 * @param node NUMA node, or -1 when unknown
 * @param redirectionSize entries of its RSS redirection table, 0 when it has none that can be set
 * @param hashKeySize bytes of its RSS key, 0 when unknown
 * @param rssTypes headers its RSS hash can cover, as {@code RTE_ETH_RSS_*} bits; 0 when it has no RSS
 */
public record PortInfo(
        String driver,
        int interfaceIndex,
        int maxMtu,
        int maxRxQueues,
        int maxTxQueues,
        long rxOffloads,
        long txOffloads,
        int node,
        int redirectionSize,
        int hashKeySize,
        long rssTypes) {

    private static final int ETHERNET_OVERHEAD =
            18; // header and CRC: what the library assumes when the driver gives none

    static PortInfo read(int port) {
        try (Arena arena = Arena.ofConfined()) {
            Layouts.DeviceInfo at = at();
            MemorySegment info = read(port, arena);
            int maxMtu = unsignedShort(info, at.maxMtu());
            long maxFrame = info.get(ValueLayout.JAVA_INT, at.maxFrame()) & 0xffff_ffffL;
            long overhead = maxMtu != 0xffff && maxFrame > maxMtu ? maxFrame - maxMtu : ETHERNET_OVERHEAD;
            MemorySegment driver = info.get(ValueLayout.ADDRESS, at.driverName());
            return new PortInfo(
                    driver.equals(MemorySegment.NULL)
                            ? "unknown"
                            : driver.reinterpret(64).getString(0),
                    info.get(ValueLayout.JAVA_INT, at.interfaceIndex()),
                    (int) Math.min(maxMtu, maxFrame - overhead),
                    unsignedShort(info, at.maxRxQueues()),
                    unsignedShort(info, at.maxTxQueues()),
                    info.get(ValueLayout.JAVA_LONG, at.rxOffloads()),
                    info.get(ValueLayout.JAVA_LONG, at.txOffloads()),
                    DpdkHeaders.rte_eth_dev_socket_id((short) port),
                    unsignedShort(info, at.redirectionSize()),
                    info.get(ValueLayout.JAVA_BYTE, at.hashKeySize()) & 0xff,
                    info.get(ValueLayout.JAVA_LONG, at.rssTypes()));
        }
    }

    static MemorySegment read(int port, Arena arena) {
        MemorySegment info = arena.allocate(at().size(), Long.BYTES);
        int status = DpdkHeaders.rte_eth_dev_info_get((short) port, info);
        if (status != 0) {
            throw DpdkException.of("port " + port + ": cannot read its capabilities", status);
        }
        return info;
    }

    private static Layouts.DeviceInfo at() {
        return Layouts.current().deviceInfo();
    }

    private static int unsignedShort(MemorySegment info, long offset) {
        return info.get(ValueLayout.JAVA_SHORT, offset) & 0xffff;
    }

    /** The receive offloads' names, for people. */
    public List<String> rxOffloadNames() {
        return names(rxOffloads, true);
    }

    /** The transmit offloads' names, for people. */
    public List<String> txOffloadNames() {
        return names(txOffloads, false);
    }

    private static List<String> names(long bits, boolean rx) {
        var list = new ArrayList<String>();
        for (long left = bits; left != 0; left &= left - 1) {
            long bit = Long.lowestOneBit(left);
            MemorySegment name =
                    rx ? DpdkHeaders.rte_eth_dev_rx_offload_name(bit) : DpdkHeaders.rte_eth_dev_tx_offload_name(bit);
            list.add(name.reinterpret(64).getString(0));
        }
        return list;
    }

    /** The driver's default receive queue settings, with the given offloads. */
    static MemorySegment rxConfig(MemorySegment info, long offloads) {
        MemorySegment config =
                info.asSlice(at().rxConfig(), rte_eth_rxconf.layout().byteSize());
        rte_eth_rxconf.offloads(config, offloads);
        return config;
    }

    /** The driver's default transmit queue settings, with the given offloads. */
    static MemorySegment txConfig(MemorySegment info, long offloads) {
        MemorySegment config =
                info.asSlice(at().txConfig(), rte_eth_txconf.layout().byteSize());
        rte_eth_txconf.offloads(config, offloads);
        return config;
    }

    /** {@code wanted} receive descriptors brought into the driver's limits. */
    static int rxDescriptors(MemorySegment info, int wanted) {
        return descriptors(
                info.asSlice(at().rxDescriptors(), rte_eth_desc_lim.layout().byteSize()), wanted);
    }

    /** {@code wanted} transmit descriptors, likewise. */
    static int txDescriptors(MemorySegment info, int wanted) {
        return descriptors(
                info.asSlice(at().txDescriptors(), rte_eth_desc_lim.layout().byteSize()), wanted);
    }

    private static int descriptors(MemorySegment limits, int wanted) {
        int max = rte_eth_desc_lim.nb_max(limits) & 0xffff;
        int min = rte_eth_desc_lim.nb_min(limits) & 0xffff;
        int align = rte_eth_desc_lim.nb_align(limits) & 0xffff;
        int n = align > 1 ? (wanted + align - 1) / align * align : wanted;
        if (max != 0) {
            n = Math.min(n, max);
        }
        return Math.max(n, min);
    }
}
