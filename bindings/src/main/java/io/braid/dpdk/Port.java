package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_conf;
import io.braid.dpdk.ffi.rte_eth_dev_info;
import io.braid.dpdk.ffi.rte_eth_link;
import io.braid.dpdk.ffi.rte_eth_rxconf;
import io.braid.dpdk.ffi.rte_eth_rxmode;
import io.braid.dpdk.ffi.rte_eth_stats;
import io.braid.dpdk.ffi.rte_eth_txmode;
import io.braid.dpdk.ffi.rte_ether_addr;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Set;

/**
 * One DPDK Ethernet port: a NIC or a virtual device.
 *
 * <p>Life: {@link Eal#open} (or {@link RingPorts}), {@link #configure}, {@link #start}, queues in use by their threads, {@link #stop}, {@link #close}. Control
 * methods are for one thread at a time; {@link #link}, {@link #statistics} and the plain getters may be called from any.
 */
public final class Port implements AutoCloseable {
    /** The most ports a process can have ({@code RTE_MAX_ETHPORTS}). */
    public static final int MAX_PORTS = DpdkHeaders.RTE_MAX_ETHPORTS();

    /** Drivers whose burst functions only move memory; PCI devices are the others. All else may make system calls and is called plainly. */
    private static final Set<String> MEMORY_ONLY_DRIVERS = Set.of("net_null", "net_ring");

    private static final long SCATTER = DpdkHeaders.RTE_ETH_RX_OFFLOAD_SCATTER();
    private static final long WANTED_TX = DpdkHeaders.RTE_ETH_TX_OFFLOAD_MULTI_SEGS();

    /** Ethernet header and two VLAN tags. */
    private static final int FRAME_OVERHEAD = 22;

    private final int id;
    private final String name;
    private PortInfo info;
    private int mtu;
    private boolean started;

    private Port(int id, String name) {
        this.id = id;
        this.name = name;
        this.info = PortInfo.read(id);
    }

    static boolean exists(String name) {
        return find(name) >= 0;
    }

    static Port byName(String name) {
        int id = find(name);
        if (id < 0) {
            throw new DpdkException(
                    "no port named " + name + "; is the device bound to a driver DPDK can use (dpdk-devbind.py -s)?");
        }
        return new Port(id, name);
    }

    static Port byId(int id, String name) {
        return new Port(id, name);
    }

    private static int find(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment id = arena.allocate(ValueLayout.JAVA_SHORT);
            int status = DpdkHeaders.rte_eth_dev_get_port_by_name(arena.allocateFrom(name), id);
            return status == 0 ? id.get(ValueLayout.JAVA_SHORT, 0) & 0xffff : -1;
        }
    }

    /** DPDK's number for the port, 0 to {@link #MAX_PORTS} - 1. */
    public int id() {
        return id;
    }

    public String name() {
        return name;
    }

    public PortInfo info() {
        return info;
    }

    /** The MTU the driver was given; a virtual driver may let larger packets pass. */
    public int mtu() {
        return mtu;
    }

    /**
     * Sets queues, offloads and MTU. Multi-segment transmit is switched on where the driver has it, scattered receive only where a packet of the MTU does not
     * fit one buffer: it costs the tap driver a long vector per read. An MTU
     * above the driver's maximum is lowered to it, see {@link #mtu()}: the software drivers' maximum is a formality that their burst functions do not follow.
     *
     * @param pool where received packets go; its buffers must hold a whole packet unless the driver scatters
     * @throws DpdkException when the driver refuses
     */
    public void configure(PortConfig config, PacketPool pool) {
        requireStopped("configure");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = PortInfo.read(id, arena);
            mtu = Math.min(config.mtu(), info.maxMtu());
            long tx = info.txOffloads() & WANTED_TX;
            boolean fits = config.mtu() + FRAME_OVERHEAD + Packet.HEADROOM <= pool.dataRoom();
            long rx = fits ? 0 : info.rxOffloads() & SCATTER;
            if (!fits && rx == 0) {
                throw new DpdkException("port " + name + ": an MTU of " + config.mtu() + " needs buffers of "
                        + (config.mtu() + FRAME_OVERHEAD + Packet.HEADROOM) + " B, the pool's have " + pool.dataRoom()
                        + " B and the driver cannot scatter");
            }
            MemorySegment conf = rte_eth_conf.allocate(arena);
            rte_eth_rxmode.mtu(rte_eth_conf.rxmode(conf), mtu);
            rte_eth_rxmode.offloads(rte_eth_conf.rxmode(conf), rx);
            rte_eth_txmode.offloads(rte_eth_conf.txmode(conf), tx);
            check(
                    "configure",
                    DpdkHeaders.rte_eth_dev_configure(
                            (short) id, (short) config.rxQueues(), (short) config.txQueues(), conf));

            int rxDescriptors = PortInfo.descriptors(rte_eth_dev_info.rx_desc_lim(device), config.rxDescriptors());
            int txDescriptors = PortInfo.descriptors(rte_eth_dev_info.tx_desc_lim(device), config.txDescriptors());
            int node = Math.max(info.node(), -1);
            for (int q = 0; q < config.rxQueues(); q++) {
                MemorySegment rxConfig = rte_eth_dev_info.default_rxconf(device);
                rte_eth_rxconf.offloads(rxConfig, rx);
                check(
                        "set up receive queue " + q,
                        DpdkHeaders.rte_eth_rx_queue_setup(
                                (short) id, (short) q, (short) rxDescriptors, node, rxConfig, pool.segment()));
            }
            for (int q = 0; q < config.txQueues(); q++) {
                check(
                        "set up transmit queue " + q,
                        DpdkHeaders.rte_eth_tx_queue_setup(
                                (short) id, (short) q, (short) txDescriptors, node, PortInfo.txConfig(device, tx)));
            }
        }
    }

    /** Starts the port; queues taken before are void. */
    public void start() {
        requireStopped("start");
        check("start", DpdkHeaders.rte_eth_dev_start((short) id));
        started = true;
    }

    /** Stops the port. No thread may be inside one of its queues, or use them afterwards. */
    public void stop() {
        if (started) {
            started = false;
            check("stop", DpdkHeaders.rte_eth_dev_stop((short) id));
        }
    }

    /** The receive queue {@code queue} of the running port. */
    public RxQueue rxQueue(int queue) {
        requireStarted();
        return new RxQueue(FastPath.receiveFunction(id), FastPath.receiveQueue(id, queue), memoryOnly());
    }

    /** The transmit queue {@code queue} of the running port. */
    public TxQueue txQueue(int queue) {
        requireStarted();
        return new TxQueue(
                FastPath.sendFunction(id), FastPath.prepareFunction(id), FastPath.sendQueue(id, queue), memoryOnly());
    }

    private boolean memoryOnly() {
        return MEMORY_ONLY_DRIVERS.contains(info.driver()) || isPci();
    }

    private boolean isPci() {
        return name.matches("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
    }

    /** The hardware address as 6 bytes in the low 48 bits, first byte highest. */
    public long macAddress() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = rte_ether_addr.allocate(arena);
            check("read the MAC address", DpdkHeaders.rte_eth_macaddr_get((short) id, address));
            long mac = 0;
            for (int i = 0; i < 6; i++) {
                mac = (mac << 8) | (address.get(ValueLayout.JAVA_BYTE, i) & 0xff);
            }
            return mac;
        }
    }

    /** Sets the hardware address, in the form {@link #macAddress} gives it. */
    public void setMacAddress(long mac) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = rte_ether_addr.allocate(arena);
            for (int i = 0; i < 6; i++) {
                address.set(ValueLayout.JAVA_BYTE, i, (byte) (mac >> (40 - 8 * i)));
            }
            check("set the MAC address", DpdkHeaders.rte_eth_dev_default_mac_addr_set((short) id, address));
        }
    }

    /** Lets multicast frames in (neighbor discovery needs them); drivers without a filter say ENOTSUP, which is no fault. */
    public void acceptMulticast() {
        int status = DpdkHeaders.rte_eth_allmulticast_enable((short) id);
        if (status != 0 && status != NOT_SUPPORTED) {
            throw failure("accept multicast", status);
        }
    }

    private static final int NOT_SUPPORTED = -95;

    /** The link as the driver sees it, without waiting. Software drivers over a kernel interface do not notice its loss. */
    public LinkStatus link() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment link = rte_eth_link.allocate(arena);
            check("read the link", DpdkHeaders.rte_eth_link_get_nowait((short) id, link));
            // struct rte_eth_link: u32 speed, then bit-fields duplex, autoneg, status; the generator skips bit-fields.
            int bits = link.get(ValueLayout.JAVA_SHORT, Integer.BYTES);
            long speed = link.get(ValueLayout.JAVA_INT, 0) & 0xffff_ffffL;
            return new LinkStatus((bits & 0b100) != 0, speed == 0xffff_ffffL ? 0 : speed);
        }
    }

    /** The driver's counters. */
    public PortStatistics statistics() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment s = rte_eth_stats.allocate(arena);
            check("read statistics", DpdkHeaders.rte_eth_stats_get((short) id, s));
            return new PortStatistics(
                    rte_eth_stats.ipackets(s),
                    rte_eth_stats.ibytes(s),
                    rte_eth_stats.opackets(s),
                    rte_eth_stats.obytes(s),
                    rte_eth_stats.imissed(s),
                    rte_eth_stats.ierrors(s),
                    rte_eth_stats.oerrors(s),
                    rte_eth_stats.rx_nombuf(s));
        }
    }

    /** The driver's extended counters by name, in the driver's order. */
    public Map<String, Long> extendedStatistics() {
        return ExtendedStatistics.read(id);
    }

    /** Stops the port and gives the device back; a virtual device ceases to exist. The pool must still be there. */
    @Override
    public void close() {
        stop();
        int status = DpdkHeaders.rte_eth_dev_close((short) id);
        if (status != 0) {
            throw failure("close", status);
        }
        if (!isPci()) {
            removeVirtualDevice();
        }
    }

    /** Without this the device stays on the virtual bus, and opening its name again finds a device that has no port. */
    private void removeVirtualDevice() {
        try (Arena arena = Arena.ofConfined()) {
            int status = DpdkHeaders.rte_eal_hotplug_remove(arena.allocateFrom("vdev"), arena.allocateFrom(name));
            if (status != 0) {
                throw failure("remove the device", status);
            }
        }
    }

    private void requireStopped(String action) {
        if (started) {
            throw new IllegalStateException("port " + name + " is running; stop it before " + action);
        }
    }

    private void requireStarted() {
        if (!started) {
            throw new IllegalStateException(
                    "port " + name + " is not running; its queues exist only between start and stop");
        }
    }

    private void check(String action, int status) {
        if (status < 0) {
            throw failure(action, status);
        }
    }

    private DpdkException failure(String action, int status) {
        return DpdkException.of("port " + name + " (" + info.driver() + "): cannot " + action, status);
    }

    @Override
    public String toString() {
        return name + " (" + info.driver() + ", port " + id + ")";
    }
}
