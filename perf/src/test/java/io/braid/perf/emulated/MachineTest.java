package io.braid.perf.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.perf.lab.LabPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What QEMU and Braid are told of the machine. */
class MachineTest {
    private static final LabPlan PLAN = new LabPlan("t", 4, 2, 0, 1500);
    private static final List<String> COMMAND =
            QemuCommandLine.of(new GuestImage(Path.of("/image")), PLAN, Path.of("/share"), Path.of("/sockets"));

    private static List<String> devices() {
        return COMMAND.stream().filter(argument -> argument.contains("netdev=")).toList();
    }

    @Test
    void hasTwoSocketsThatAreFarFromEachOther() {
        assertTrue(COMMAND.contains("6,sockets=2,cores=3"));
        assertTrue(COMMAND.contains("node,nodeid=0,cpus=0-2,memdev=m0"));
        assertTrue(COMMAND.contains("node,nodeid=1,cpus=3-5,memdev=m1"));
        assertTrue(COMMAND.contains("dist,src=0,dst=1,val=21"));
        assertTrue(COMMAND.contains("4096M"));
    }

    @Test
    void hasEachNicUnderARootPortOfItsNode() {
        assertEquals(4, devices().size());
        for (Nic nic : Machine.NICS) {
            assertTrue(devices().get(nic.index()).contains("bus=port" + nic.index() + ","));
            String port = COMMAND.stream()
                    .filter(argument -> argument.startsWith("pcie-root-port,id=port" + nic.index() + ","))
                    .findFirst()
                    .orElseThrow();
            assertTrue(port.contains("bus=pxb" + nic.node() + ","), port);
        }
        assertTrue(COMMAND.contains("pxb-pcie,id=pxb1,bus_nr=128,numa_node=1,bus=pcie.0"));
        assertEquals(
                List.of("0000:41:00.0", "0000:42:00.0", "0000:81:00.0", "0000:82:00.0"),
                Machine.NICS.stream().map(Nic::pciAddress).toList());
    }

    @Test
    void onlyVirtioHasSeveralQueues() {
        assertTrue(COMMAND.contains("tap,id=net0,ifname=swp0,script=no,downscript=no,queues=4"));
        assertTrue(COMMAND.contains("tap,id=net1,ifname=swp1,script=no,downscript=no"));
        assertTrue(devices().getFirst().contains("mq=on,vectors=10,rss=on"));
        assertTrue(devices().get(1).startsWith("igb,"));
    }

    @Test
    void braidReadsItsConfiguration() throws Exception {
        LoadedConfig loaded =
                ConfigLoader.parse("host.yaml", GuestHostYaml.of(PLAN).getBytes(StandardCharsets.UTF_8));
        HostConfig config = loaded.config();
        assertEquals(4, config.uplinks().size());
        assertEquals(
                Machine.NICS.stream().map(Nic::pciAddress).toList(),
                config.uplinks().stream().map(uplink -> uplink.device().name()).toList());
        assertEquals(
                "192.0.2.6", config.uplinks().getLast().gateways().getFirst().toString());
    }
}
