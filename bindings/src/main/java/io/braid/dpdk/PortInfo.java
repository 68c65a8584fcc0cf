package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_desc_lim;
import io.braid.dpdk.ffi.rte_eth_dev_info;
import io.braid.dpdk.ffi.rte_eth_txconf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
            MemorySegment info = read(port, arena);
            int maxMtu = rte_eth_dev_info.max_mtu(info) & 0xffff;
            long maxFrame = rte_eth_dev_info.max_rx_pktlen(info) & 0xffff_ffffL;
            long overhead = maxMtu != 0xffff && maxFrame > maxMtu ? maxFrame - maxMtu : ETHERNET_OVERHEAD;
            MemorySegment driver = rte_eth_dev_info.driver_name(info);
            return new PortInfo(
                    driver.equals(MemorySegment.NULL)
                            ? "unknown"
                            : driver.reinterpret(64).getString(0),
                    rte_eth_dev_info.if_index(info),
                    (int) Math.min(maxMtu, maxFrame - overhead),
                    rte_eth_dev_info.max_rx_queues(info) & 0xffff,
                    rte_eth_dev_info.max_tx_queues(info) & 0xffff,
                    rte_eth_dev_info.rx_offload_capa(info),
                    rte_eth_dev_info.tx_offload_capa(info),
                    DpdkHeaders.rte_eth_dev_socket_id((short) port),
                    rte_eth_dev_info.reta_size(info) & 0xffff,
                    rte_eth_dev_info.hash_key_size(info) & 0xff,
                    rte_eth_dev_info.flow_type_rss_offloads(info));
        }
    }

    static MemorySegment read(int port, Arena arena) {
        MemorySegment info = rte_eth_dev_info.allocate(arena);
        int status = DpdkHeaders.rte_eth_dev_info_get((short) port, info);
        if (status != 0) {
            throw DpdkException.of("port " + port + ": cannot read its capabilities", status);
        }
        return info;
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

    /** The driver's default transmit queue settings, with the given offloads. */
    static MemorySegment txConfig(MemorySegment info, long offloads) {
        MemorySegment config = rte_eth_dev_info.default_txconf(info);
        rte_eth_txconf.offloads(config, offloads);
        return config;
    }

    /** {@code wanted} descriptors brought into the driver's limits. */
    static int descriptors(MemorySegment limits, int wanted) {
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
