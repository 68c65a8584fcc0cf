package io.braid.dataplane.port;

import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import java.util.Arrays;

/** What stands behind a task's interface. */
public enum TaskPortKind {
    /** DPDK's tap driver: system calls for every packet, on every kernel. */
    TAP("tap") {
        @Override
        Port open(Eal eal, PacketPool pool, int number, String iface, MacAddress mac, int mtu) {
            return TapDevice.open(eal, pool, number, iface, mac, mtu);
        }
    },

    /** A tap that the kernel's vhost-net serves. */
    VIRTIO_USER("virtio-user") {
        @Override
        Port open(Eal eal, PacketPool pool, int number, String iface, MacAddress mac, int mtu) {
            return VirtioUserDevice.open(eal, pool, number, iface, mac, mtu);
        }
    };

    private final String label;

    TaskPortKind(String label) {
        this.label = label;
    }

    /** Its name in requests and reports. */
    public String label() {
        return label;
    }

    /**
     * The kind of a label.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static TaskPortKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(label + " is not a kind of task port"));
    }

    /** Makes an interface in the namespace of this process, and a started port for it. */
    abstract Port open(Eal eal, PacketPool pool, int number, String iface, MacAddress mac, int mtu);
}
