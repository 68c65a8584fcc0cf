package io.braid.dataplane.port;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Packet;

/**
 * The packet ring that {@code net_af_packet} shares with the kernel: its size, chosen from the MTU unless the configuration names it.
 *
 * <p>The driver's own default, 512 frames of 2048 bytes in small blocks, moved 0.5 Gbit/s over veth where 4096 frames in blocks of 64 KiB moved 2, and loses
 * every packet that does not fit a frame.
 *
 * @param frameSize bytes of a frame, ring header included
 * @param arguments device arguments to add to the configured ones; empty or starting with a comma
 */
record AfPacketRing(int frameSize, String arguments) {
    private static final String DRIVER = "net_af_packet";
    private static final int DEFAULT_FRAME = 2048;
    private static final int RING_HEADER = 128; // in front of each frame, rounded up
    private static final int FRAME_ALIGNMENT = 1024; // four of these make whole pages
    private static final int SMALL_FRAMES = 4096;
    private static final int SMALL_BLOCK = 65536;
    private static final int JUMBO_FRAMES = 1024;
    /** Where the Ethernet header begins in a frame: packet_mmap's TPACKET2_HDRLEN of 52 and 16, aligned to 16, less the 14 of Ethernet. */
    private static final int KERNEL_HEADER = 66;

    private static final int ETHERNET_HEADER = 14;
    private static final int TIGHT_ALIGNMENT = 64;
    private static final int TIGHT_FRAMES_PER_BLOCK = 64; // of these 64 make whole pages

    static boolean isUsedBy(DeviceSpec.Vdev vdev) {
        return vdev.driver().equals(DRIVER);
    }

    /**
     * Chooses the ring of an uplink whose device is {@code net_af_packet}.
     *
     * @throws DpdkException when the configured frames are too small for the MTU
     */
    static AfPacketRing of(UplinkConfig uplink, DeviceSpec.Vdev vdev) {
        int needed = uplink.mtu() + RING_HEADER;
        boolean configured = vdev.argument("framesz").isPresent()
                || vdev.argument("blocksz").isPresent()
                || vdev.argument("framecnt").isPresent();
        if (!configured) {
            return choose(needed);
        }
        int frame = vdev.argument("framesz").map(Integer::parseInt).orElse(DEFAULT_FRAME);
        if (needed > frame) {
            throw new DpdkException("uplink " + uplink.name() + ": an MTU of " + uplink.mtu()
                    + " does not fit its device's ring frames of " + frame
                    + " B; leave framesz, blocksz and framecnt out of the device, or set "
                    + choose(needed).arguments().substring(1));
        }
        return new AfPacketRing(frame, "");
    }

    /**
     * The ring of a task's veth, whose packets' buffers are there already: small frames as an uplink's, larger ones just as large as the MTU needs.
     *
     * <p>A frame is never larger than a buffer has room for what the kernel may put into it: the container's kernel can be made to send more than the MTU, and the
     * driver would write it all.
     *
     * @param dataRoom of the buffers, headroom included
     * @throws DpdkException when a packet of the MTU does not fit them
     */
    static AfPacketRing forBuffers(int mtu, int dataRoom) {
        AfPacketRing ring = mtu + RING_HEADER <= DEFAULT_FRAME ? choose(mtu + RING_HEADER) : tight(mtu);
        if (ring.frameSize - KERNEL_HEADER + Packet.HEADROOM > dataRoom) {
            throw new DpdkException("an MTU of " + mtu + " needs larger packet buffers than this host's of " + dataRoom
                    + " B, which fit its uplinks' MTU; ask for a smaller MTU, or give an uplink a larger one");
        }
        return ring;
    }

    private static AfPacketRing tight(int mtu) {
        int needed = mtu + KERNEL_HEADER + ETHERNET_HEADER;
        int frame = (needed + TIGHT_ALIGNMENT - 1) / TIGHT_ALIGNMENT * TIGHT_ALIGNMENT;
        return new AfPacketRing(frame, arguments(frame, TIGHT_FRAMES_PER_BLOCK * frame, JUMBO_FRAMES));
    }

    private static AfPacketRing choose(int needed) {
        if (needed <= DEFAULT_FRAME) {
            return new AfPacketRing(DEFAULT_FRAME, arguments(DEFAULT_FRAME, SMALL_BLOCK, SMALL_FRAMES));
        }
        int frame = (needed + FRAME_ALIGNMENT - 1) / FRAME_ALIGNMENT * FRAME_ALIGNMENT;
        return new AfPacketRing(frame, arguments(frame, 4 * frame, JUMBO_FRAMES));
    }

    private static String arguments(int frame, int block, int count) {
        return ",framesz=" + frame + ",blocksz=" + block + ",framecnt=" + count;
    }
}
