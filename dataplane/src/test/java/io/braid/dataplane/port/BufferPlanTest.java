package io.braid.dataplane.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Packet;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BufferPlanTest {
    private static HostConfig config(String memory, String... uplinks) {
        var yaml = new StringBuilder("tasks: {prefixes: [10.100.0.0/16]}\ndpdk: {memory: " + memory + "}\nuplinks:\n");
        for (int i = 0; i < uplinks.length; i++) {
            yaml.append("  - {name: nic%d, addresses: [192.0.2.%d/31], gateways: [192.0.2.%d], %s}\n"
                    .formatted(i, 2 * i + 1, 2 * i, uplinks[i]));
        }
        try {
            return ConfigLoader.parse("host.yaml", yaml.toString().getBytes(StandardCharsets.UTF_8))
                    .config();
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    private static String device(String device, int mtu) {
        return "device: \"" + device + "\", mtu: " + mtu;
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 1500, 2026, 2027, 4000, 9000, 9216})
    void bufferHoldsTheLargestFrameBehindItsHeadroom(int mtu) {
        BufferPlan plan = plan(config("2GiB", device("pci:0000:3b:00.0", mtu)), 1);
        int frame = mtu + 14 + 2 * 4;
        assertTrue(plan.dataRoom() >= frame + Packet.HEADROOM, plan.toString());
        assertTrue(plan.dataRoom() >= 2048 + Packet.HEADROOM, "drivers want 2 KiB");
        assertTrue(plan.dataRoom() <= Math.max(2048, frame) + Packet.HEADROOM + 63, "no more than needed: " + plan);
        assertEquals(0, plan.dataRoom() % 64, "cache lines");
    }

    @Test
    void oneUplinkWithJumboFramesMakesAllBuffersLarge() {
        HostConfig mixed = config("2GiB", device("pci:0000:3b:00.0", 1500), device("pci:0000:3b:00.1", 9000));
        assertTrue(plan(mixed, 1).dataRoom() >= 9022 + Packet.HEADROOM);
    }

    /** The driver copies whatever its ring holds without asking how large the buffer is. */
    @ParameterizedTest
    @CsvSource({"1500, '', 2048", "9000, '', 9216", "1500, ',framesz=4096,blocksz=65536,framecnt=512', 4096"})
    void bufferHoldsAWholeFrameOfAnAfPacketRing(int mtu, String ring, int frame) {
        BufferPlan plan = plan(config("2GiB", device("vdev:net_af_packet0,iface=up0" + ring, mtu)), 1);
        assertTrue(plan.dataRoom() >= frame + Packet.HEADROOM, plan.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "1500, 1024, false",
        "1920, 2048, true",
        "1921, 2048, false",
        "9000, 9216, true",
        "9088, 9216, true",
        "9089, 9216, false"
    })
    void mtuMustFitTheConfiguredRingFrames(int mtu, int frame, boolean fits) {
        HostConfig config =
                config("2GiB", device("vdev:net_af_packet0,iface=up0,framesz=" + frame + ",blocksz=36864", mtu));
        if (fits) {
            assertTrue(plan(config, 1).count() > 0);
        } else {
            var refused = assertThrows(DpdkException.class, () -> plan(config, 1));
            assertTrue(String.valueOf(refused.getMessage()).contains("nic0"), refused.getMessage());
            assertTrue(String.valueOf(refused.getMessage()).contains("framesz="), refused.getMessage());
        }
    }

    @Test
    void enoughBuffersForAllDescriptorsAndWorkersAndAPoolSizeWithoutWaste() {
        BufferPlan small = plan(config("4GiB", device("vdev:net_null0", 1500)), 1);
        BufferPlan large = plan(
                config(
                        "4GiB",
                        device("pci:0000:3b:00.0", 1500),
                        device("pci:0000:3b:00.1", 1500),
                        device("pci:0000:af:00.0", 1500),
                        device("pci:0000:af:00.1", 1500)),
                8);
        assertTrue(large.count() >= 4 * 2 * BufferPlan.NIC_DESCRIPTORS + 8 * 1024, large.toString());
        assertTrue(small.count() < large.count());
        for (BufferPlan plan : new BufferPlan[] {small, large}) {
            assertEquals(1, Integer.bitCount(plan.count() + 1), "one less than a power of two: " + plan);
        }
    }

    @Test
    void memoryThatIsTooSmallIsRefusedWithWhatIsNeeded() {
        var refused =
                assertThrows(DpdkException.class, () -> plan(config("64MiB", device("pci:0000:3b:00.0", 9000)), 1));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains("dpdk.memory") && message.contains("MiB"), message);
    }

    /** One pool, and one queue each way for each uplink. */
    private static BufferPlan plan(HostConfig config, int workers) {
        return plan(config, 0, workers, Collections.nCopies(config.uplinks().size(), 2), 1);
    }

    private static BufferPlan plan(HostConfig config, int spare, int workers, List<Integer> queues, int pools) {
        return BufferPlan.of(config, config.uplinks(), spare, workers, queues, pools);
    }

    @Test
    void uplinksThatComeLaterHaveTheirBuffersIfTheConfigurationLeavesRoom() {
        HostConfig two = config("4GiB", device("pci:0000:3b:00.0", 1500), device("pci:0000:5e:00.0", 1500));
        HostConfig one = config("4GiB", device("pci:0000:3b:00.0", 1500));
        List<Integer> queues = List.of(32, 32);
        BufferPlan wanted = plan(two, 0, 2, queues, 1);
        assertFalse(plan(one, 0, 2, queues, 1).covers(wanted));
        assertTrue(plan(one, 1, 2, queues, 1).covers(wanted));
        assertFalse(plan(one, 1, 2, queues, 1)
                .covers(plan(config("4GiB", device("pci:0000:3b:00.0", 9000)), 0, 2, queues, 1)));
    }

    @Test
    void everyQueueAndEveryPoolNeedsItsBuffers() {
        HostConfig host = config("4GiB", device("pci:0000:3b:00.0", 1500));
        int one = plan(host, 4).count();
        assertTrue(plan(host, 0, 4, List.of(16), 1).count() > one, "eight queues each way");
        assertEquals(one, plan(host, 0, 4, List.of(2), 2).count(), "each node's pool is as large");
        HostConfig tight = config("64MiB", device("pci:0000:3b:00.0", 1500));
        assertTrue(plan(tight, 1).count() > 0);
        assertThrows(DpdkException.class, () -> plan(tight, 0, 1, List.of(2), 4));
    }
}
