package io.braid.dataplane.port;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Eal;
import io.braid.dpdk.Port;
import io.braid.linux.Interfaces;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An uplink's device as it was found, not yet set up: what it can do is known, and how many queues it gets is decided by that. For the thread that starts and ends
 * the process.
 */
public final class UplinkDevice implements AutoCloseable {
    /** A tap's kernel side moves flows between its queues as it likes, which would reorder them. */
    private static final String ONE_QUEUE_DRIVER = "net_tap";

    private final int index;
    private final UplinkConfig config;
    private final Port port;
    private final @Nullable KernelSilencer silencer;
    private final boolean early;

    private UplinkDevice(int index, UplinkConfig config, Port port, @Nullable KernelSilencer silencer, boolean early) {
        this.early = early;
        this.index = index;
        this.config = config;
        this.port = port;
        this.silencer = silencer;
    }

    /**
     * Opens the device.
     *
     * @param index its place among the uplinks
     * @throws DpdkException when it is not there
     * @throws io.braid.linux.LinuxException when the kernel side cannot be set up
     */
    public static UplinkDevice open(Eal eal, int index, UplinkConfig config) {
        return open(eal, index, config, null);
    }

    /** The same; {@code early} is its port if it is open already, and then closed if this fails. */
    static UplinkDevice open(Eal eal, int index, UplinkConfig config, @Nullable Port early) {
        Port port = early;
        try {
            requireNoInterface(config.name());
            Optional<String> iface = kernelInterface(config.device());
            boolean shared = iface.isPresent() && !config.device().name().startsWith("net_tap");
            port = early == null ? eal.open(devargs(config)) : early;
            return new UplinkDevice(
                    index, config, port, shared ? new KernelSilencer(iface.get()) : null, early != null);
        } catch (RuntimeException e) {
            if (port != null) {
                port.close();
            }
            throw e;
        }
    }

    static String devargs(UplinkConfig config) {
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

    static Optional<String> kernelInterface(DeviceSpec device) {
        return device instanceof DeviceSpec.Vdev vdev ? vdev.argument("iface") : Optional.empty();
    }

    public int index() {
        return index;
    }

    public UplinkConfig config() {
        return config;
    }

    public Port port() {
        return port;
    }

    /** Whether its port was opened while another dataplane had it, see {@link EarlyPorts}. */
    boolean isEarly() {
        return early;
    }

    /** Receive queues that it may be given. */
    public int maxRxQueues() {
        return limit(port.info().maxRxQueues());
    }

    /** Transmit queues that it may be given. */
    public int maxTxQueues() {
        return limit(port.info().maxTxQueues());
    }

    private int limit(int queues) {
        return port.info().driver().equals(ONE_QUEUE_DRIVER) ? 1 : Math.max(1, queues);
    }

    /** Descriptors that each of its queues gets. */
    int descriptors() {
        return config.device() instanceof DeviceSpec.Pci ? BufferPlan.NIC_DESCRIPTORS : BufferPlan.SOFTWARE_DESCRIPTORS;
    }

    /** Closes the port, and gives the interface back to the kernel. */
    @Override
    public void close() {
        port.close();
        giveBack();
    }

    /** The same while the process goes on, which may open the device again. */
    void detach() {
        port.detach();
        giveBack();
    }

    private void giveBack() {
        if (silencer != null) {
            silencer.close();
        }
    }
}
