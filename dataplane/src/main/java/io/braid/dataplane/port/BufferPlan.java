package io.braid.dataplane.port;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.OffloadPolicy;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.graph.Burst;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Packet;
import io.braid.dpdk.Port;
import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.WorkerPlan;
import java.util.List;

/**
 * How many packet buffers a host needs and how large they are.
 *
 * <p>A buffer holds the largest packet of any uplink whole, and the largest frame an af_packet ring can deliver: that driver copies what the ring holds
 * without asking how large the buffer is.
 *
 * @param count buffers
 * @param dataRoom bytes per buffer, headroom included
 */
public record BufferPlan(int count, int dataRoom) {
    private static final int FRAME_OVERHEAD = 22; // Ethernet header and two VLAN tags
    private static final int MIN_DATA_ROOM = 2048 + Packet.HEADROOM;
    private static final int ALIGNMENT = 64;
    private static final int BUFFER_OVERHEAD = 256; // rte_mbuf and pool bookkeeping

    /** Descriptors per receive and per transmit queue of a physical NIC. */
    static final int NIC_DESCRIPTORS = 1024;
    /** The same for software drivers, which keep next to nothing. */
    static final int SOFTWARE_DESCRIPTORS = 64;

    private static final int PER_WORKER = 1024; // cache, bursts and rings
    /** A burst of these is all that a worker has in hand before it is cut into segments, burst by burst. */
    private static final int MAX_PACKET = 65535 + FRAME_OVERHEAD;

    private static final int RESERVE = 1024;

    /**
     * Plans for a host as it is placed.
     *
     * @throws DpdkException as the other one
     */
    public static BufferPlan of(HostConfig config, PlacementPlan plan) {
        return of(config, config.uplinks(), config.dpdk().spareUplinks(), plan);
    }

    /**
     * Plans for a host with other uplinks than its configuration names.
     *
     * @param uplinks in the order of the plan's NICs
     * @param spare how many more there may be, each like the one of these that needs most
     * @throws DpdkException as the other one
     */
    public static BufferPlan of(HostConfig config, List<UplinkConfig> uplinks, int spare, PlacementPlan plan) {
        return of(
                config,
                uplinks,
                spare,
                plan.workers().size(),
                plan.nics().stream().map(NicPlan::queueCount).toList(),
                (int) plan.workers().stream()
                        .mapToInt(WorkerPlan::node)
                        .distinct()
                        .count());
    }

    /**
     * Plans for a host. Each pool has buffers for all: packets of one node may fill the transmit queues of all NICs.
     *
     * @param uplinks that it has
     * @param spare how many more there may be
     * @param workers number of workers
     * @param queues receive and transmit queues that each uplink gets, together, by uplink
     * @param pools number of pools, one for each NUMA node that has workers
     * @throws DpdkException when an uplink's MTU cannot work on its device, or {@code dpdk.memory} is too small
     */
    static BufferPlan of(
            HostConfig config, List<UplinkConfig> uplinks, int spare, int workers, List<Integer> queues, int pools) {
        int room = MIN_DATA_ROOM;
        int need = RESERVE + workers * PER_WORKER + Port.MAX_PORTS * SOFTWARE_DESCRIPTORS * 2;
        int most = 0;
        for (int i = 0; i < uplinks.size(); i++) {
            UplinkConfig uplink = uplinks.get(i);
            room = Math.max(room, room(uplink));
            int own = switch (uplink.device()) {
                case DeviceSpec.Pci _ -> queues.get(i) * NIC_DESCRIPTORS;
                case DeviceSpec.Vdev _ -> (queues.get(i) - 2) * SOFTWARE_DESCRIPTORS; // two are in the ports' part
            };
            need += own;
            most = Math.max(most, own);
        }
        need += spare * most;
        room = (room + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (config.tasks().offloads() == OffloadPolicy.AUTO) {
            need += workers * Burst.CAPACITY * (MAX_PACKET / (room - Packet.HEADROOM) + 1);
        }
        int count = Integer.highestOneBit(need - 1) * 2
                - 1; // a pool's ring has a power of two of places, one of them unused
        long bytes = (long) pools * count * (room + BUFFER_OVERHEAD);
        if (bytes > config.dpdk().memory().bytes() / 10 * 9) {
            throw new DpdkException("dpdk.memory: " + config.dpdk().memory() + " is too small: "
                    + (pools == 1 ? "" : pools + " times ") + count + " packet buffers of " + room + " B need "
                    + (bytes >> 20) + " MiB and DPDK some for itself; raise it or lower the MTU");
        }
        return new BufferPlan(count, room);
    }

    private static int room(UplinkConfig uplink) {
        int packet = uplink.mtu() + FRAME_OVERHEAD + Packet.HEADROOM;
        return uplink.device() instanceof DeviceSpec.Vdev vdev && AfPacketRing.isUsedBy(vdev)
                ? Math.max(packet, AfPacketRing.of(uplink, vdev).frameSize() + Packet.HEADROOM)
                : packet;
    }

    /** Whether these buffers are as many and as large as another plan wants. */
    public boolean covers(BufferPlan other) {
        return count >= other.count && dataRoom >= other.dataRoom;
    }
}
