package io.braid.dataplane.port;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What stands behind a task's port. */
public enum TaskPortKind {
    /** DPDK's tap driver: system calls for every packet, on every kernel. */
    TAP("tap", TapDevice.MAX_MTU),

    /** A tap that the kernel's vhost-net serves. */
    VIRTIO_USER("virtio-user", TapDevice.MAX_MTU),

    /** A veth whose other end DPDK reads by af_packet. */
    VETH("veth", VethDevice.MAX_MTU),
    /** A socket for a DPDK application in the container. */
    VHOST_USER("vhost-user", VhostUserDevice.MAX_MTU);

    private final String label;
    private final int maxMtu;

    TaskPortKind(String label, int maxMtu) {
        this.label = label;
        this.maxMtu = maxMtu;
    }

    /** Its name in requests and reports. */
    public String label() {
        return label;
    }

    /** Largest IP packet in bytes. */
    public int maxMtu() {
        return maxMtu;
    }

    /** Whether the container's kernel has an interface for it, rather than an application a socket. */
    public boolean hasInterface() {
        return this != VHOST_USER;
    }

    /**
     * The kind of a label; {@code auto} stands for the first with an interface that this host has and that carries what is asked for: virtio-user, tap, veth.
     *
     * @param mtu bytes, null when it does not matter
     * @throws IllegalArgumentException when there is none
     */
    public static TaskPortKind of(String label, @Nullable Integer mtu) {
        if (label.equals("auto")) {
            if (mtu != null && mtu > TapDevice.MAX_MTU) {
                return VETH;
            }
            return VirtioUserDevice.isPossible() ? VIRTIO_USER : TAP;
        }
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(label + " is not a kind of task port"));
    }
}
