package io.braid.dataplane.init;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.linux.CpuSet;
import io.braid.numa.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interfaces, routes and what the kernel does not tell. */
class NicFinderTest {
    @SuppressWarnings("NullAway.Init")
    private Path sysfs;

    @SuppressWarnings("NullAway.Init")
    private Path procfs;

    @BeforeEach
    void makeHost(@TempDir Path directory) throws IOException {
        sysfs = directory.resolve("sys");
        procfs = directory.resolve("proc");
        Files.createDirectories(procfs.resolve("net"));
        Files.createDirectories(sysfs.resolve("devices/system/cpu/cpu0"));
        Files.writeString(sysfs.resolve("devices/system/cpu/online"), "0\n");
        Files.writeString(sysfs.resolve("devices/system/cpu/possible"), "0\n");
        netdev("eth0", true);
        netdev("eth1", true);
        netdev("br0", false);
    }

    private void netdev(String name, boolean hardware) throws IOException {
        Path path = sysfs.resolve("class/net").resolve(name);
        Files.createDirectories(path);
        Files.writeString(path.resolve("mtu"), "9000\n");
        Files.writeString(path.resolve("carrier"), "1\n");
        Files.writeString(path.resolve("speed"), "-1\n");
        if (hardware) {
            Files.createDirectory(path.resolve("device"));
        }
    }

    private List<FoundNic> find() throws IOException {
        Topology topology = Topology.read(sysfs, null, CpuSet.of(0));
        return new NicFinder(
                        topology,
                        sysfs,
                        procfs,
                        name -> name.equals("eth1")
                                ? List.of(
                                        InterfaceAddress.parse("192.0.2.1/31"),
                                        InterfaceAddress.parse("2001:db8::1/127"))
                                : List.of())
                .find();
    }

    @Test
    void findsHardwareAndItsGateways() throws IOException {
        Files.writeString(procfs.resolve("net/route"), """
                Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
                eth0\t00000000\t010010AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
                eth1\t0000640A\t000200C0\t0003\t0\t0\t0\t0000FFFF\t0\t0\t0
                eth1\tnonsense
                """);
        Files.writeString(procfs.resolve("net/ipv6_route"), """
                20010db80000000000000000000000ff 80 00000000000000000000000000000000 00 20010db8000000000000000000000000 00000400 00000001 00000000 00000003     eth1
                fe800000000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth1
                """);
        List<FoundNic> nics = find();
        assertEquals(List.of("eth0", "eth1"), nics.stream().map(FoundNic::name).toList());
        assertEquals(
                List.of(true, false), nics.stream().map(FoundNic::management).toList());
        FoundNic second = nics.get(1);
        assertEquals("vdev:net_af_packet1,iface=eth1", second.device());
        assertEquals(List.of(IpAddress.parse("192.0.2.0"), IpAddress.parse("2001:db8::")), second.gateways());
        assertEquals(9000, second.mtu());
        assertEquals(Optional.empty(), second.megabits());
        assertEquals(Optional.of(true), second.carrier());
    }

    @Test
    void aHostThatTellsNothingIsNoFault() throws IOException {
        Files.delete(sysfs.resolve("class/net/eth0/carrier"));
        Files.writeString(sysfs.resolve("class/net/eth0/mtu"), "lots\n");
        FoundNic first = find().getFirst();
        assertEquals(Optional.empty(), first.carrier());
        assertEquals(1500, first.mtu());
        assertEquals(List.of(), first.gateways());
    }
}
