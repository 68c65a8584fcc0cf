package io.braid.dataplane.port;

import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;

/** Opens veth interfaces as DPDK ports ({@code net_af_packet}): packets of any size that an uplink can have, through a ring that the kernel shares. */
final class VethDevice {
    /** The largest packet; as an uplink's. */
    static final int MAX_MTU = 9216;

    private VethDevice() {}

    /**
     * Makes the interface {@code iface} in the namespace of this process, and a started port for the other end of it.
     *
     * @param number makes the device's name unique
     * @throws DpdkException when the driver refuses, or a packet of the MTU does not fit a buffer; no interface is left then
     */
    static Port open(
            Eal eal, PacketPool pool, VethNamespace namespace, int number, String iface, MacAddress mac, int mtu) {
        AfPacketRing ring = AfPacketRing.forBuffers(mtu, pool.dataRoom());
        namespace.makePair(iface, mac, mtu);
        try {
            return namespace.open(() -> start(eal, pool, number, iface, mtu, ring));
        } catch (RuntimeException e) {
            namespace.delete(iface);
            throw e;
        }
    }

    private static Port start(Eal eal, PacketPool pool, int number, String iface, int mtu, AfPacketRing ring) {
        Port port = eal.open("vdev:net_af_packet" + number + ",iface=" + iface + ring.arguments());
        try {
            port.configure(
                    new PortConfig(1, 1, BufferPlan.SOFTWARE_DESCRIPTORS, BufferPlan.SOFTWARE_DESCRIPTORS, mtu), pool);
            port.start();
            return port;
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }
}
