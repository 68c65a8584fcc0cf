package io.braid.dataplane.port;

import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.dpdk.PortConfig.OffloadUse;
import java.nio.file.Path;

/**
 * Opens vhost-user sockets as DPDK ports ({@code net_vhost}) for DPDK applications in containers, which have {@code net_virtio_user} at the other end.
 *
 * <p>Braid is the client and the application the server, so that either can be restarted: the driver looks for the socket once a second and connects to it again. Without
 * offloads the driver does the checksums that the application leaves to be done; with them Braid or a NIC does, and the cutting into segments. The driver copies packets and
 * keeps no buffers.
 */
final class VhostUserDevice {
    /** The largest packet; as an uplink's. */
    static final int MAX_MTU = 9216;

    private VhostUserDevice() {}

    /**
     * Makes a started port, whose link is down until the application has made the socket.
     *
     * @param number makes the device's name unique
     * @param queues pairs that the application may use; it enables what it wants of them
     * @param offloads whether it may leave work on its packets
     */
    static Port open(Eal eal, PacketPool pool, int number, Path socket, int mtu, int queues, boolean offloads) {
        Port port = eal.open("vdev:net_vhost" + number + ",iface=" + socket + ",client=1,queues=" + queues
                + (offloads ? ",tso=1" : ""));
        try {
            port.configure(
                    new PortConfig(
                                    queues,
                                    queues,
                                    BufferPlan.SOFTWARE_DESCRIPTORS,
                                    BufferPlan.SOFTWARE_DESCRIPTORS,
                                    mtu)
                            .withOffloads(offloads ? OffloadUse.BOTH : OffloadUse.NONE),
                    pool);
            port.start();
            return port;
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }
}
