package io.braid.dataplane.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Packet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rings of tasks' veths, beside buffers that were made for the uplinks. */
class AfPacketRingTest {
    private static final Pattern ARGUMENTS = Pattern.compile(",framesz=(\\d+),blocksz=(\\d+),framecnt=(\\d+)");
    private static final int PAGE = 4096;

    /** What the kernel writes before the Ethernet header, see packet_mmap. */
    private static final int KERNEL_HEADER = 66;

    @Test
    void everyMtuOfAnUplinkFitsItsBuffersAndTheKernelCanWriteNoMore() {
        for (int mtu = 1280; mtu <= VethDevice.MAX_MTU; mtu++) {
            int dataRoom = (Math.max(2048, mtu + 22) + Packet.HEADROOM + 63) / 64 * 64; // as BufferPlan has them
            AfPacketRing ring = AfPacketRing.forBuffers(mtu, dataRoom);
            assertTrue(ring.frameSize() >= KERNEL_HEADER + 14 + mtu, "a packet of " + mtu + " fits " + ring);
            assertTrue(ring.frameSize() - KERNEL_HEADER <= dataRoom - Packet.HEADROOM, mtu + ": " + ring);
            var arguments = ARGUMENTS.matcher(ring.arguments());
            assertTrue(arguments.matches(), ring.arguments());
            int frame = Integer.parseInt(arguments.group(1));
            int block = Integer.parseInt(arguments.group(2));
            int frames = Integer.parseInt(arguments.group(3));
            assertEquals(ring.frameSize(), frame);
            assertEquals(0, frame % 16, "TPACKET_ALIGNMENT");
            assertEquals(0, block % PAGE, "blocks are whole pages");
            assertEquals(0, block % frame, "the driver takes frames to follow each other without a gap");
            assertEquals(0, frames % (block / frame), "whole blocks");
        }
    }

    @Test
    void anMtuThatTheBuffersDoNotHoldIsRefused() {
        var refused = assertThrows(DpdkException.class, () -> AfPacketRing.forBuffers(9000, 2176));
        assertTrue(String.valueOf(refused.getMessage()).contains("an MTU of 9000"), refused.getMessage());
        assertThrows(DpdkException.class, () -> AfPacketRing.forBuffers(2000, 2112));
    }
}
