package io.braid.dataplane.port;

import io.braid.dataplane.config.UplinkConfig;
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
import java.util.List;
import java.util.Optional;

/**
 * One NIC port with its punt tap: the device side of an uplink. Opening and closing are for the thread that starts and ends the process; getters for any.
 */
public final class Uplink implements AutoCloseable {
    private final UplinkDevice device;
    private final MacAddress mac;
    private final Optional<String> kernelInterface;
    private final PuntPort punt;

    private Uplink(UplinkDevice device, MacAddress mac, PuntPort punt) {
        this.device = device;
        this.mac = mac;
        this.punt = punt;
        this.kernelInterface = UplinkDevice.kernelInterface(device.config().device());
    }

    /**
     * Sets the device up, starts its port and makes the punt tap.
     *
     * @param device closed with the uplink, but not when this fails
     * @param pools where the packets of each receive queue go; as many as it gets
     * @param txQueues transmit queues that it gets
     * @param offloads whether the device may finish packets that tasks left unfinished
     * @param puntPool where packets from the punt tap go
     * @throws io.braid.dpdk.DpdkException when the device refuses the settings
     * @throws io.braid.linux.LinuxException when the kernel side cannot be set up
     */
    public static Uplink start(
            Eal eal, UplinkDevice device, List<PacketPool> pools, int txQueues, boolean offloads, PacketPool puntPool) {
        Port port = device.port();
        int descriptors = device.descriptors();
        port.configure(
                new PortConfig(
                        pools.size(),
                        txQueues,
                        descriptors,
                        descriptors,
                        device.config().mtu(),
                        offloads ? OffloadUse.TRANSMIT : OffloadUse.NONE),
                pools);
        port.start();
        port.acceptMulticast();
        var mac = new MacAddress(port.macAddress());
        return new Uplink(device, mac, PuntPort.open(eal, puntPool, device.index(), device.config(), mac));
    }

    /** Restarts its port, see {@link Port#restart}; no worker may use it meanwhile. Any thread, one at a time. */
    public void restart() {
        port().restart();
        port().acceptMulticast();
    }

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

    @Override
    public void close() {
        punt.close();
        device.close();
    }
}
