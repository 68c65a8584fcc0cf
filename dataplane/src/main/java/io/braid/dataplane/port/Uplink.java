package io.braid.dataplane.port;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.linux.Interfaces;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One NIC port with its punt tap: the device side of an uplink. Opening and closing are for the thread that starts and ends the process; getters for any.
 */
public final class Uplink implements AutoCloseable {
    private final int index;
    private final UplinkConfig config;
    private final Port port;
    private final MacAddress mac;
    private final Optional<String> kernelInterface;
    private final PuntPort punt;
    private final @Nullable KernelSilencer silencer;

    private Uplink(
            int index,
            UplinkConfig config,
            Port port,
            MacAddress mac,
            PuntPort punt,
            @Nullable KernelSilencer silencer) {
        this.index = index;
        this.config = config;
        this.port = port;
        this.mac = mac;
        this.punt = punt;
        this.silencer = silencer;
        this.kernelInterface = kernelInterface(config.device());
    }

    /**
     * Opens the device, starts the port and makes the punt tap.
     *
     * @param index its position in the configuration
     * @throws io.braid.dpdk.DpdkException when the device is not there or refuses the settings
     * @throws io.braid.linux.LinuxException when the kernel side cannot be set up
     */
    public static Uplink open(Eal eal, PacketPool pool, int index, UplinkConfig config) {
        requireNoInterface(config.name());
        KernelSilencer silencer = null;
        Port port = null;
        try {
            Optional<String> iface = kernelInterface(config.device());
            boolean shared = iface.isPresent() && !config.device().name().startsWith("net_tap");
            port = eal.open(devargs(config));
            silencer = shared ? new KernelSilencer(iface.get()) : null;
            int descriptors = config.device() instanceof DeviceSpec.Pci
                    ? BufferPlan.NIC_DESCRIPTORS
                    : BufferPlan.SOFTWARE_DESCRIPTORS;
            port.configure(new PortConfig(1, 1, descriptors, descriptors, config.mtu()), pool);
            port.start();
            port.acceptMulticast();
            var mac = new MacAddress(port.macAddress());
            PuntPort punt = PuntPort.open(eal, pool, index, config, mac);
            return new Uplink(index, config, port, mac, punt, silencer);
        } catch (RuntimeException e) {
            if (port != null) {
                port.close();
            }
            if (silencer != null) {
                silencer.close();
            }
            throw e;
        }
    }

    private static String devargs(UplinkConfig config) {
        return switch (config.device()) {
            case DeviceSpec.Pci pci -> "pci:" + pci.devargs();
            case DeviceSpec.Vdev vdev
            when AfPacketRing.isUsedBy(vdev) ->
                "vdev:" + vdev.devargs() + AfPacketRing.of(config, vdev).arguments();
            case DeviceSpec.Vdev vdev -> "vdev:" + vdev.devargs();
        };
    }

    /** net_tap would join an interface that is there, another process's even, and switch it off when it closes. */
    private static void requireNoInterface(String name) {
        if (Interfaces.host().exists(name)) {
            throw new DpdkException("uplink " + name + ": an interface named " + name
                    + " is there already; stop the braid that it belongs to, or give the uplink another name");
        }
    }

    private static Optional<String> kernelInterface(DeviceSpec device) {
        return device instanceof DeviceSpec.Vdev vdev ? vdev.argument("iface") : Optional.empty();
    }

    public int index() {
        return index;
    }

    public UplinkConfig config() {
        return config;
    }

    public String name() {
        return config.name();
    }

    public Port port() {
        return port;
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
        return config.addresses().stream()
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

    @Override
    public void close() {
        punt.close();
        port.close();
        if (silencer != null) {
            silencer.close();
        }
    }
}
