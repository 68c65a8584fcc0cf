package io.braid.dpdk;

import io.braid.dpdk.PortConfig.OffloadUse;
import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_rss_conf;
import io.braid.dpdk.ffi.rte_eth_rxmode;
import io.braid.dpdk.ffi.rte_eth_txmode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Gives a stopped port its queues, offloads, RSS and MTU.
 *
 * <p>Multi-segment transmit is switched on where the driver has it, scattered receive only where a packet of the MTU does not fit one buffer: it costs the tap
 * driver a long vector per read. An MTU above the driver's maximum is lowered to it: the software drivers' maximum is a formality that their burst functions do
 * not follow. Other offloads as the settings say, as far as the driver has them. RSS is switched on, with the symmetric key, where there are several receive queues and the driver has it.
 */
final class PortSetup {
    private static final long SCATTER = DpdkHeaders.RTE_ETH_RX_OFFLOAD_SCATTER();
    private static final long WANTED_TX = DpdkHeaders.RTE_ETH_TX_OFFLOAD_MULTI_SEGS();
    private static final long WANTED_RSS = DpdkHeaders.RTE_ETH_RSS_IP()
            | DpdkHeaders.RTE_ETH_RSS_TCP()
            | DpdkHeaders.RTE_ETH_RSS_UDP()
            | DpdkHeaders.RTE_ETH_RSS_SCTP();

    /** Ethernet header and two VLAN tags. */
    private static final int FRAME_OVERHEAD = 22;

    private final Port port;
    private final PortInfo info;
    private final PortConfig config;
    private final List<PacketPool> pools;
    private final int mtu;
    private final long rx;
    private final long tx;

    PortSetup(Port port, PortConfig config, List<PacketPool> pools) {
        this.port = port;
        this.info = port.info();
        this.config = config;
        this.pools = pools;
        if (pools.size() != config.rxQueues()) {
            throw new IllegalArgumentException("port " + port.name() + ": " + config.rxQueues() + " receive queues and "
                    + pools.size() + " pools");
        }
        this.mtu = Math.min(config.mtu(), info.maxMtu());
        this.tx = (info.txOffloads() & WANTED_TX)
                | (config.offloads() == OffloadUse.NONE ? 0 : Offload.txBits(info.txOffloads()));
        long unfinished = config.offloads() == OffloadUse.BOTH ? Offload.rxBits(info.rxOffloads()) : 0;
        int dataRoom = pools.stream().mapToInt(PacketPool::dataRoom).min().orElse(0);
        int needed = config.mtu() + FRAME_OVERHEAD + Packet.HEADROOM;
        // A packet that is not cut into segments yet needs several buffers.
        boolean large = needed > dataRoom || (Offload.received(unfinished) & Offload.TSO4) != 0;
        long scatter = large ? info.rxOffloads() & SCATTER : 0;
        this.rx = unfinished | scatter;
        if (needed > dataRoom && scatter == 0) {
            throw new DpdkException("port " + port.name() + ": an MTU of " + config.mtu() + " needs buffers of "
                    + needed + " B, the pool's have " + dataRoom + " B and the driver cannot scatter");
        }
    }

    /** What packets may come without, as a set of {@link Offload}. */
    int receiveOffloads() {
        return Offload.received(rx);
    }

    /** What packets may be sent without, likewise. */
    int transmitOffloads() {
        return Offload.transmitted(
                tx & ~WANTED_TX,
                info.driver().startsWith("net_vi") || info.driver().equals("net_vhost"));
    }

    /** Does it; the MTU that the driver was given. */
    int apply() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = PortInfo.read(port.id(), arena);
            short id = (short) port.id();
            port.check(
                    "configure",
                    DpdkHeaders.rte_eth_dev_configure(
                            id, (short) config.rxQueues(), (short) config.txQueues(), settings(arena)));
            int rxDescriptors = PortInfo.rxDescriptors(device, config.rxDescriptors());
            int txDescriptors = PortInfo.txDescriptors(device, config.txDescriptors());
            int node = Math.max(info.node(), -1);
            for (int q = 0; q < config.rxQueues(); q++) {
                port.check(
                        "set up receive queue " + q,
                        DpdkHeaders.rte_eth_rx_queue_setup(
                                id,
                                (short) q,
                                (short) rxDescriptors,
                                node,
                                PortInfo.rxConfig(device, rx),
                                pools.get(q).segment()));
            }
            for (int q = 0; q < config.txQueues(); q++) {
                port.check(
                        "set up transmit queue " + q,
                        DpdkHeaders.rte_eth_tx_queue_setup(
                                id, (short) q, (short) txDescriptors, node, PortInfo.txConfig(device, tx)));
            }
        }
        return mtu;
    }

    private MemorySegment settings(Arena arena) {
        Layouts.PortSettings at = Layouts.current().portSettings();
        MemorySegment conf = arena.allocate(at.size(), Long.BYTES);
        MemorySegment rxMode = conf.asSlice(at.rxMode(), rte_eth_rxmode.layout().byteSize());
        rte_eth_rxmode.mtu(rxMode, mtu);
        rte_eth_rxmode.offloads(rxMode, rx);
        rte_eth_txmode.offloads(
                conf.asSlice(at.txMode(), rte_eth_txmode.layout().byteSize()), tx);
        long types = info.rssTypes() & WANTED_RSS;
        if (config.rxQueues() > 1 && types != 0) {
            rte_eth_rxmode.mq_mode(rxMode, DpdkHeaders.RTE_ETH_MQ_RX_RSS());
            MemorySegment rss = conf.asSlice(at.rss(), rte_eth_rss_conf.layout().byteSize());
            rte_eth_rss_conf.rss_hf(rss, types);
            byte[] key = RssKey.symmetric(info.hashKeySize());
            if (key.length > 0) {
                rte_eth_rss_conf.rss_key(rss, arena.allocateFrom(ValueLayout.JAVA_BYTE, key));
                rte_eth_rss_conf.rss_key_len(rss, (byte) key.length);
            }
        }
        return conf;
    }
}
