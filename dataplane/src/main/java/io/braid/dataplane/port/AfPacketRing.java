package io.braid.dataplane.port;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dpdk.DpdkException;

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
