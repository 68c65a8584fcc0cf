package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class AfPacketUplinksTest {
    @Test
    void ringIsShortWhenShapedAndFramesFitTheMtu() {
        assertEquals(
                "vdev:net_af_packet2,iface=up2,blocksz=65536,framecnt=512,qdisc_bypass=0",
                AfPacketUplinks.device(new LabPlan("t", 4, 2, 100_000_000, 1500), 2));
        assertEquals(
                "vdev:net_af_packet0,iface=up0,blocksz=65536,framecnt=4096",
                AfPacketUplinks.device(new LabPlan("t", 4, 2, 0, 1500), 0));
        assertEquals(
                "vdev:net_af_packet0,iface=up0,framesz=9216,blocksz=36864,framecnt=512",
                AfPacketUplinks.device(new LabPlan("t", 4, 2, 0, 9000), 0));
    }

    @Test
    void memoryIsReadInBytes() {
        List<String> status = List.of("Name:\tjava", "VmRSS:\t  204800 kB", "HugetlbPages:\t       0 kB");
        assertEquals(200L << 20, ProcessMemory.bytes(status, "VmRSS"));
        assertEquals(0, ProcessMemory.bytes(status, "HugetlbPages"));
        assertEquals(0, ProcessMemory.bytes(status, "VmSwap"));
    }
}
