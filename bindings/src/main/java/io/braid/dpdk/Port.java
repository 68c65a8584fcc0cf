package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_link;
import io.braid.dpdk.ffi.rte_eth_stats;
import io.braid.dpdk.ffi.rte_ether_addr;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One DPDK Ethernet port: a NIC or a virtual device.
 *
 * <p>Life: {@link Eal#open} (or {@link RingPorts}), {@link #configure}, {@link #start}, queues in use by their threads, {@link #stop}, {@link #close}. Control
 * methods are for one thread at a time; {@link #link}, {@link #statistics} and the plain getters may be called from any, but wait while the port starts or stops.
 */
public final class Port implements AutoCloseable {
    /** The most ports a process can have ({@code RTE_MAX_ETHPORTS}). */
    public static final int MAX_PORTS = DpdkHeaders.RTE_MAX_ETHPORTS();

    /** Drivers whose burst functions only move memory; PCI devices are the others. All else may make system calls and is called plainly. */
    private static final Set<String> MEMORY_ONLY_DRIVERS = Set.of("net_null", "net_ring");

    private final int id;
    private final String name;
    private PortInfo info;
    private int mtu;
    private @Nullable PortSetup setup;
    private boolean started;
    private boolean closed;

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

    /** What its packets may come without, as a set of {@link Offload}; 0 before {@link #configure}. */
    public int receiveOffloads() {
        return setup == null ? 0 : setup.receiveOffloads();
    }

    /**
     * What packets may be sent without, as a set of {@link Offload}, as far as the driver says; 0 before {@link #configure}. Who is behind a vhost port has a say too:
     * {@link VhostPort#finishedByGuest}.
     */
    public int transmitOffloads() {
        return setup == null ? 0 : setup.transmitOffloads();
    }

    /**
     * Sets queues, offloads and MTU, see {@link PortSetup}; all receive queues use one pool.
     *
     * @param pool where received packets go; its buffers must hold a whole packet unless the driver scatters
     * @throws DpdkException when the driver refuses
     */
    public void configure(PortConfig config, PacketPool pool) {
        configure(config, Collections.nCopies(config.rxQueues(), pool));
    }

    /**
     * Sets queues, offloads and MTU.
     *
     * @param pools where the packets of each receive queue go, by queue
     * @throws DpdkException when the driver refuses
     */
    public void configure(PortConfig config, List<PacketPool> pools) {
        requireStopped("configure");
        setup = new PortSetup(this, config, pools);
        mtu = setup.apply();
    }

    /** Starts the port; queues taken before are void. */
    public synchronized void start() {
        requireStopped("start");
        check("start", DpdkHeaders.rte_eth_dev_start((short) id));
        started = true;
    }

    /** Stops the port. No thread may be inside one of its queues, or use them afterwards. */
    public synchronized void stop() {
        if (started) {
            started = false;
            check("stop", DpdkHeaders.rte_eth_dev_stop((short) id));
        }
    }

    /** Whether {@link #restart} can work: net_af_packet closes its sockets when it is stopped, for good. */
    public boolean canRestart() {
        return !info.driver().equals("net_af_packet");
    }

    /**
     * Stops the port, resets the device where its driver can, and starts it again with the settings that it has. What was in its queues is lost, and what was programmed
     * beyond the settings: the redirection table, {@linkplain FlowRule rules}, multicast.
     *
     * <p>No thread may be inside one of its queues; those taken before are void. May take seconds. May be called again after it failed.
     *
     * @throws DpdkException when the driver refuses; the port is stopped then
     */
    public synchronized void restart() {
        if (setup == null || !canRestart()) {
            throw new DpdkException(this + " cannot be restarted"
                    + (setup == null ? ": it was not set up" : ": its driver closes its sockets when it is stopped"));
        }
        stop();
        int status = DpdkHeaders.rte_eth_dev_reset((short) id);
        if (status == 0) {
            mtu = setup.apply(); // a reset forgets it
        } else if (status != NOT_SUPPORTED) {
            throw failure("reset", status);
        }
        start();
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

    /** The link as the driver sees it, without waiting; down once the port is closed. Software drivers over a kernel interface do not notice its loss. */
    public synchronized LinkStatus link() {
        if (closed) {
            return new LinkStatus(false, 0);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment link = rte_eth_link.allocate(arena);
            check("read the link", DpdkHeaders.rte_eth_link_get_nowait((short) id, link));
            long speed = link.get(ValueLayout.JAVA_INT, 0) & 0xffff_ffffL;
            return new LinkStatus(LinkStatus.isUp(link), speed == 0xffff_ffffL ? 0 : speed);
        }
    }

    /**
     * The transmit queues that the other side takes packets from, a bit for each: of a vhost-user port those that its application has enabled; all bits where the driver does
     * not tell. {@link PortEvents.Kind#QUEUES} and {@link PortEvents.Kind#LINK} say when to ask again.
     */
    public long enabledQueues() {
        return info.driver().equals(VhostQueues.DRIVER) ? VhostQueues.enabled(id) : -1L;
    }

    /** The driver's counters; all zero once the port is closed. */
    public synchronized PortStatistics statistics() {
        if (closed) {
            return new PortStatistics(0, 0, 0, 0, 0, 0, 0, 0);
        }
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

    /** Has the driver's counters begin at zero again. */
    public synchronized void resetStatistics() {
        check("reset statistics", DpdkHeaders.rte_eth_stats_reset((short) id));
    }

    /** The driver's extended counters by name, in the driver's order. */
    public Map<String, Long> extendedStatistics() {
        return ExtendedStatistics.read(id);
    }

    /** Stops the port and gives the device back; a virtual device ceases to exist. The pool must still be there. */
    @Override
    public synchronized void close() {
        closePort();
        if (!isPci()) {
            removeDevice("vdev");
        }
    }

    /** Like {@link #close} in the middle of the process's life: a PCI device leaves DPDK too, and may be opened again. */
    public synchronized void detach() {
        closePort();
        removeDevice(isPci() ? "pci" : "vdev");
    }

    private void closePort() {
        closed = true;
        stop();
        int status = DpdkHeaders.rte_eth_dev_close((short) id);
        if (status != 0) {
            throw failure("close", status);
        }
        VhostQueues.forget(id); // the next port of this number is another
    }

    /** Without this the device stays on its bus, and opening its name again finds a device that has no port. */
    private void removeDevice(String bus) {
        try (Arena arena = Arena.ofConfined()) {
            int status;
            synchronized (Eal.DEVICES) {
                status = DpdkHeaders.rte_eal_hotplug_remove(arena.allocateFrom(bus), arena.allocateFrom(name));
            }
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

    void check(String action, int status) {
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
