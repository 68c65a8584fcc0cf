package io.braid.perf.lab;

import java.util.List;

/**
 * A lab's uplinks as DPDK devices: {@code net_af_packet} on the host's end of each, shaped so that it behaves as a NIC of
 * the lab's rate would.
 *
 * <p>With {@code qdisc_bypass=0} the driver's frames go through the port's tbf. A frame that tbf refuses stays in the
 * driver's ring (the kernel hands ENOBUFS back and tries it again at the next burst), so the ring fills as a slow NIC's
 * would, and the dataplane sees it full. What must not happen is that more is in flight than half the socket's send
 * buffer: the driver would then wait in {@code poll(2)} for milliseconds, with the worker in it. Hence tbf's small queue.
 */
final class AfPacketUplinks {
    /** Half of Linux's default send buffer (212992) in full frames of about 2.3 KB with their bookkeeping, rounded down. */
    private static final int QUEUE_BYTES = 40 * 1514;

    /** 60 ms of full frames at 100 Mbit/s, in either direction. */
    private static final int SHAPED_FRAMES = 512;

    private AfPacketUplinks() {}

    /** Replaces the host's ends' long queues, which suit the kernel's own forwarding, by short ones. */
    static void prepare(LabPlan plan) throws InterruptedException {
        if (plan.rateBitsPerSecond() == 0) {
            return;
        }
        for (int i = 0; i < plan.uplinks(); i++) {
            plan.host()
                    .tc(List.of("qdisc replace dev " + plan.hostPort(i) + " root " + Topology.bucket(plan) + " limit "
                            + QUEUE_BYTES));
        }
    }

    /** What {@code device:} of uplink {@code i} is in the configuration. */
    static String device(LabPlan plan, int i) {
        boolean shaped = plan.rateBitsPerSecond() > 0;
        String ring = plan.mtu() > 1500
                ? "framesz=9216,blocksz=36864,framecnt=" + SHAPED_FRAMES
                : "blocksz=65536,framecnt=" + (shaped ? SHAPED_FRAMES : 4096);
        return "vdev:net_af_packet" + i + ",iface=" + plan.hostPort(i) + "," + ring + (shaped ? ",qdisc_bypass=0" : "");
    }
}
