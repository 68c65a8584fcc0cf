package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What a {@code net_vhost} port knows of who is connected to it. Any thread; not for workers. */
public final class VhostPort {
    static {
        DpdkLibraries.loadOne("vhost");
        DpdkLibraries.loadOne("net_vhost");
    }

    private VhostPort() {}

    /**
     * What the guest has agreed to finish on what it receives, as a set of {@link Offload}; 0 when none is connected. It may be another with the next guest: to be asked again
     * when the link came up.
     *
     * @param port of driver net_vhost, configured
     */
    public static int finishedByGuest(Port port) {
        return set(
                features(port),
                DpdkHeaders.VIRTIO_NET_F_GUEST_CSUM(),
                DpdkHeaders.VIRTIO_NET_F_GUEST_TSO4(),
                DpdkHeaders.VIRTIO_NET_F_GUEST_TSO6());
    }

    /** What the guest has announced to leave to be done on what it sends, likewise. A hostile one need not keep to it. */
    public static int leftByGuest(Port port) {
        return set(
                features(port),
                DpdkHeaders.VIRTIO_NET_F_CSUM(),
                DpdkHeaders.VIRTIO_NET_F_HOST_TSO4(),
                DpdkHeaders.VIRTIO_NET_F_HOST_TSO6());
    }

    /** Without checksums there are no segments (VIRTIO 1.1 section 5.1.3.1). */
    private static int set(long features, int checksum, int tso4, int tso6) {
        if ((features >>> checksum & 1) == 0) {
            return 0;
        }
        return Offload.CHECKSUM
                | ((features >>> tso4 & 1) == 0 ? 0 : Offload.TSO4)
                | ((features >>> tso6 & 1) == 0 ? 0 : Offload.TSO6);
    }

    /** The virtio features agreed upon, as {@code VIRTIO_NET_F_*} bits. */
    private static long features(Port port) {
        int device = DpdkHeaders.rte_eth_vhost_get_vid_from_port_id((short) port.id());
        if (device < 0) {
            return 0;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cell = arena.allocate(ValueLayout.JAVA_LONG);
            int status = DpdkHeaders.rte_vhost_get_negotiated_features(device, cell);
            return status == 0 ? cell.get(ValueLayout.JAVA_LONG, 0) : 0; // it may leave meanwhile
        }
    }
}
