package io.braid.dataplane.port;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.dpdk.PortConfig.OffloadUse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * One NIC port with its punt tap: the device side of an uplink. Opening and closing are for one thread at a time; getters for any.
 */
public final class Uplink implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Uplink.class.getName());

    private final UplinkDevice device;
    private final MacAddress mac;
    private final Optional<String> kernelInterface;
    private final PuntPort punt;
    private final int node;
    private final PortTotals before;
    private final PortTotals puntBefore;

    private Uplink(UplinkDevice device, MacAddress mac, PuntPort punt, int node, IntFunction<PortTotals> totals) {
        this.device = device;
        this.mac = mac;
        this.punt = punt;
        this.node = node;
        this.before = totals.apply(device.port().id());
        this.puntBefore = totals.apply(punt.port().id());
        this.kernelInterface = UplinkDevice.kernelInterface(device.config().device());
    }

    /**
     * Sets the device up, starts its port and makes the punt tap.
     *
     * @param device closed with the uplink, but not when this fails
     * @param queues what it gets
     * @param offloads whether the device may finish packets that tasks left unfinished
     * @param totals what the counters of a port's number stand at: DPDK reuses numbers
     * @throws io.braid.dpdk.DpdkException when the device refuses the settings
     * @throws io.braid.linux.LinuxException when the kernel side cannot be set up
     */
    static Uplink start(Eal eal, UplinkDevice device, Queues queues, boolean offloads, IntFunction<PortTotals> totals) {
        Port port = device.port();
        List<PacketPool> pools = queues.pools();
        int descriptors = device.descriptors();
        port.configure(
                new PortConfig(
                        pools.size(),
                        queues.txQueues(),
                        descriptors,
                        descriptors,
                        device.config().mtu(),
                        offloads ? OffloadUse.TRANSMIT : OffloadUse.NONE),
                pools);
        port.start();
        if (device.isEarly()) {
            long discarded = StalePackets.discard(port, pools.size());
            LOG.log(
                    Level.DEBUG,
                    "{0}: {1} packets that came in before it was started were the other dataplane''s",
                    device.config().name(),
                    discarded);
        }
        port.acceptMulticast();
        var mac = new MacAddress(port.macAddress());
        PuntPort punt = PuntPort.open(eal, pools.getFirst(), device.index(), device.config(), mac);
        return new Uplink(device, mac, punt, queues.node(), totals);
    }

    /**
     * What an uplink's device gets.
     *
     * @param pools where the packets of each receive queue go, by queue
     * @param txQueues how many transmit queues
     * @param node the NUMA node it is on, -1 when unknown
     */
    public record Queues(List<PacketPool> pools, int txQueues, int node) {
        public Queues {
            pools = List.copyOf(pools);
        }
    }

    /** Restarts its port, see {@link Port#restart}; no worker may use it meanwhile. Any thread, one at a time. */
    public void restart() {
        port().restart();
        port().acceptMulticast();
    }

    /** Its place among the uplinks, which is its path's number, too; another uplink's once it is gone. */
    public int index() {
        return device.index();
    }

    public UplinkConfig config() {
        return device.config();
    }

    public String name() {
        return config().name();
    }

    public Port port() {
        return device.port();
    }

    public PuntPort punt() {
        return punt;
    }

    public MacAddress mac() {
        return mac;
    }

    /** The kernel interface behind a virtual device, whose link netlink reports; empty for a NIC that DPDK drives, which reports it itself. */
    public Optional<String> kernelInterface() {
        return kernelInterface;
    }

    /** The first own IPv4 address, if any. */
    public Optional<Ipv4Address> ipv4() {
        return own(Ipv4Address.class);
    }

    /** The first own IPv6 address, if any. */
    public Optional<Ipv6Address> ipv6() {
        return own(Ipv6Address.class);
    }

    private <T extends IpAddress> Optional<T> own(Class<T> family) {
        return config().addresses().stream()
                .map(InterfaceAddress::address)
                .filter(family::isInstance)
                .map(family::cast)
                .findFirst();
    }

    /** The link-local address the kernel gives an interface with this MAC address (RFC 4291 appendix A). */
    public Ipv6Address linkLocal() {
        long bits = mac.bits();
        long high24 = (bits >>> 24) ^ 0x02_0000L;
        return new Ipv6Address(0xfe80L << 48, (high24 << 40) | (0xfffeL << 24) | (bits & 0xff_ffffL));
    }

    /** Packets that may lie in one of its transmit queues and not be sent yet; 0 for drivers that send before they return. */
    public int txDescriptors() {
        return kernelInterface.isPresent() ? 0 : device.descriptors();
    }

    /** What it can do, for plans that count it in. */
    public UplinkDevice device() {
        return device;
    }

    /** The NUMA node it is on, -1 when unknown. */
    public int node() {
        return node;
    }

    /** What its port's counters stood at when it came. */
    public PortTotals before() {
        return before;
    }

    /** The same of its punt tap's. */
    public PortTotals puntBefore() {
        return puntBefore;
    }

    @Override
    public void close() {
        punt.close();
        device.close();
    }

    /**
     * Gives all back while the process goes on: what fails is thrown when the rest is done.
     *
     * @throws io.braid.dpdk.DpdkException when a driver refuses
     */
    void detach() {
        try {
            punt.close();
        } finally {
            device.detach();
        }
    }
}
