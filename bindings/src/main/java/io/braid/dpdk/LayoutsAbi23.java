package io.braid.dpdk;

import io.braid.dpdk.ffi.rte_eth_conf;
import io.braid.dpdk.ffi.rte_eth_dev_info;
import io.braid.dpdk.ffi.rte_eth_fp_ops;

/** {@link Layouts} of ABI 23, from the declarations generated for it. */
final class LayoutsAbi23 {
    private LayoutsAbi23() {}

    static Layouts all() {
        return new Layouts(burstTable(), deviceInfo(), portSettings());
    }

    private static Layouts.BurstTable burstTable() {
        return new Layouts.BurstTable(
                rte_eth_fp_ops.layout().byteSize(),
                rte_eth_fp_ops.rx_pkt_burst$offset(),
                rte_eth_fp_ops.rxq$offset(),
                rte_eth_fp_ops.tx_pkt_burst$offset(),
                rte_eth_fp_ops.tx_pkt_prepare$offset(),
                rte_eth_fp_ops.txq$offset());
    }

    private static Layouts.DeviceInfo deviceInfo() {
        return new Layouts.DeviceInfo(
                rte_eth_dev_info.layout().byteSize(),
                rte_eth_dev_info.driver_name$offset(),
                rte_eth_dev_info.if_index$offset(),
                rte_eth_dev_info.max_mtu$offset(),
                rte_eth_dev_info.max_rx_pktlen$offset(),
                rte_eth_dev_info.max_rx_queues$offset(),
                rte_eth_dev_info.max_tx_queues$offset(),
                rte_eth_dev_info.rx_offload_capa$offset(),
                rte_eth_dev_info.tx_offload_capa$offset(),
                rte_eth_dev_info.reta_size$offset(),
                rte_eth_dev_info.hash_key_size$offset(),
                rte_eth_dev_info.flow_type_rss_offloads$offset(),
                rte_eth_dev_info.default_rxconf$offset(),
                rte_eth_dev_info.default_txconf$offset(),
                rte_eth_dev_info.rx_desc_lim$offset(),
                rte_eth_dev_info.tx_desc_lim$offset());
    }

    private static Layouts.PortSettings portSettings() {
        return new Layouts.PortSettings(
                rte_eth_conf.layout().byteSize(),
                rte_eth_conf.rxmode$offset(),
                rte_eth_conf.txmode$offset(),
                rte_eth_conf.rx_adv_conf$offset() + rte_eth_conf.rx_adv_conf.rss_conf$offset());
    }
}
