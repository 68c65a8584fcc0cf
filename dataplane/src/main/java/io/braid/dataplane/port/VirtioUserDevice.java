package io.braid.dataplane.port;

import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.dpdk.PortConfig.OffloadUse;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Opens kernel tap interfaces as DPDK ports over the kernel's vhost-net ({@code net_virtio_user}): a kernel thread moves the packets, so that a worker makes a
 * system call only to wake it.
 *
 * <p>With offloads the container's kernel leaves checksums and the cutting into segments to be done, as it does for a NIC; without them the port asks for none, and the
 * container's packets come finished.
 */
final class VirtioUserDevice {
    private static final Path VHOST_NET = Path.of("/dev/vhost-net");

    /** Ring entries, a power of two; full rings hold no more buffers than the plan has for a port. */
    private static final int QUEUE_SIZE = BufferPlan.SOFTWARE_DESCRIPTORS;

    private VirtioUserDevice() {}

    /**
     * Makes the interface {@code iface} in the namespace of this process, and a started port for it.
     *
     * @param number makes the device's name unique
     * @param offloads whether the container may leave work on its packets
     * @throws DpdkException when the kernel has no vhost-net, or refuses
     */
    static Port open(Eal eal, PacketPool pool, int number, String iface, MacAddress mac, int mtu, boolean offloads) {
        requireVhostNet(VHOST_NET);
        Port port = eal.open("vdev:net_virtio_user" + number + ",path=" + VHOST_NET + ",iface=" + iface + ",mac=" + mac
                + ",queues=1,queue_size=" + QUEUE_SIZE);
        try {
            port.configure(
                    new PortConfig(1, 1, QUEUE_SIZE, QUEUE_SIZE, mtu)
                            .withOffloads(offloads ? OffloadUse.BOTH : OffloadUse.NONE),
                    pool);
            port.start();
            return port;
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }

    /** Whether the kernel has vhost-net. */
    static boolean isPossible() {
        return Files.exists(VHOST_NET);
    }

    /** Refuses in words an operator can act on; the driver would only say that its device was not created. */
    static void requireVhostNet(Path device) {
        if (!Files.exists(device)) {
            throw new DpdkException("a port of kind virtio-user needs " + device
                    + ", which is not here; load the kernel's module (modprobe vhost_net), or use kind tap");
        }
    }
}
