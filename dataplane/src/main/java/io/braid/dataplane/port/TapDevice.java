package io.braid.dataplane.port;

import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;

/** Opens kernel tap interfaces as DPDK ports ({@code net_tap}). */
final class TapDevice {
    /** Largest packet net_tap transmits: its driver has this maximum built in. */
    static final int MAX_MTU = 1500;

    private TapDevice() {}

    /**
     * Makes the interface {@code iface} in the namespace of this process, and a started port for it.
     *
     * @param number makes the device's name unique
     */
    static Port open(Eal eal, PacketPool pool, int number, String iface, MacAddress mac, int mtu) {
        Port port = eal.open("vdev:net_tap" + number + ",iface=" + iface + ",mac=" + mac);
        try {
            port.configure(
                    new PortConfig(
                            1,
                            1,
                            BufferPlan.SOFTWARE_DESCRIPTORS,
                            BufferPlan.SOFTWARE_DESCRIPTORS,
                            Math.min(mtu, MAX_MTU)),
                    pool);
            port.start();
            return port;
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }
}
