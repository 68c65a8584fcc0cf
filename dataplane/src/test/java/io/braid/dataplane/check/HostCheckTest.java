package io.braid.dataplane.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCheckTest {
    private static final String NULL = "vdev:net_null0";

    private final Path directory;
    private final FakeHost host;

    HostCheckTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        host = new FakeHost(directory);
    }

    private void expect(String line, String device, String more) throws ConfigException {
        String found = host.check(device, more);
        assertTrue(found.lines().anyMatch(line::equals), () -> "expected\n" + line + "\nin\n" + found);
    }

    @Test
    void goodHostIsGood() throws ConfigException {
        assertEquals(
                """
                ok    privileges: CAP_NET_ADMIN, CAP_NET_RAW, CAP_SYS_ADMIN are there
                ok    dpdk: /usr/lib/x86_64-linux-gnu/librte_eal.so.23
                ok    dpdk: drivers: mempool_ring, net_tap, net_null
                ok    hugepages: free: 256 x 2MiB on node 0, enough for 512MiB
                ok    packet buffers: N of N bytes fit in 512MiB
                ok    cpus: worker-0 on CPU 1 (node 0); CPUs 0,2-3 for everything else
                ok    cpu isolation: the kernel may run other work on the workers' CPUs 1; isolcpus= keeps it off
                ok    uplink nic0: net_null0 needs nothing of this host
                ok    control socket: /run/braid/control.sock can be made (its directory will be made)""",
                // how many buffers of which size is the plan's own business
                host.check(NULL, "").replaceFirst("[0-9]+ of [0-9]+ bytes", "N of N bytes"));
    }

    @Test
    void cpusThatWereNamedShouldBeIsolatedAndWithoutTick() throws IOException, ConfigException {
        String named = "workers: {cpus: [2, 3]}\nnuma: off";
        expect(
                "warn  cpu isolation: the kernel may run other work on the workers' CPUs 2,3; add isolcpus=2,3 to the kernel's command line",
                NULL,
                named);
        host.file("sys/devices/system/cpu/isolated", "3");
        host.file("sys/devices/system/cpu/nohz_full", " (null)");
        expect(
                "warn  cpu isolation: the kernel may run other work on the workers' CPUs 2; add isolcpus=2,3 to the kernel's command line",
                NULL,
                named);
        host.file("sys/devices/system/cpu/isolated", "2-3");
        expect(
                "warn  cpu isolation: the timer interrupts the workers' CPUs 2,3 up to 1000 times a second; add nohz_full=2,3"
                        + " rcu_nocbs=2,3 to the kernel's command line",
                NULL,
                named);
        host.file("sys/devices/system/cpu/nohz_full", "1-3");
        expect("ok    cpu isolation: the workers' CPUs are isolated and without a timer tick", NULL, named);
    }

    private static final String SECOND = """
            uplinks:
              - {name: nic0, device: "vdev:net_af_packet0,iface=up0", addresses: [10.0.0.1/24], gateways: [10.0.0.254]}
              - {name: nic1, device: "vdev:net_af_packet1,iface=up1", addresses: [10.0.1.1/24], gateways: [10.0.1.254]}
            tasks: {prefixes: [10.100.0.0/16]}
            """;

    private String checkTwo() throws ConfigException {
        var config = ConfigLoader.parse("host.yaml", SECOND.getBytes(StandardCharsets.UTF_8))
                .config();
        return HostCheck.run(config, host.files()).stream()
                .map(Finding::toString)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void aStrictReversePathFilterIsWarnedOfWhereThereAreTwoWays() throws IOException, ConfigException {
        String strict = "warn  reverse-path filter: strict";
        assertTrue(checkTwo().contains("ok    reverse-path filter: not strict"), checkTwo());
        host.file("proc/sys/net/ipv4/conf/default/rp_filter", "1");
        assertTrue(checkTwo().contains(strict), checkTwo());
        assertTrue(checkTwo().contains("sysctl -w net.ipv4.conf.all.rp_filter=2"), checkTwo());
        host.file("proc/sys/net/ipv4/conf/all/rp_filter", "2");
        assertTrue(!checkTwo().contains(strict), "the larger one is in force: " + checkTwo());
        assertTrue(!host.check(NULL, "").contains("reverse-path"), "there is one way only");
    }

    @Test
    void aSlowerLinkThanTheOthersIsWarnedOf() throws IOException, ConfigException {
        for (String name : new String[] {"up0", "up1"}) {
            host.iface(name, 1500, true);
            host.file("sys/class/net/" + name + "/speed", "100000");
        }
        assertTrue(checkTwo().contains("ok    link speed: all links that tell have 100000 Mbit/s"), checkTwo());
        host.file("sys/class/net/up1/speed", "25000");
        assertTrue(checkTwo().contains("warn  link speed: nic1 has 25000 Mbit/s, others 100000"), checkTwo());
        host.file("sys/class/net/up1/speed", "-1");
        assertTrue(!checkTwo().contains("link speed"), "one that is down tells nothing: " + checkTwo());
    }

    @Test
    void aNodeOfWorkersWithoutHugepagesIsWarnedOf() throws IOException, ConfigException {
        assertTrue(!host.check(NULL, "").contains("no free hugepages"), host.check(NULL, ""));
        host.hugepages(0, 2048, 0);
        host.hugepages(1, 2048, 256);
        expect(
                "warn  hugepages: node 0 has workers and no free hugepages: its packets will lie on another node; echo 256 >"
                        + " /sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages",
                NULL,
                "");
        assertTrue(!host.check(NULL, "dpdk: {hugepages: off}").contains("no free hugepages"), "none are wanted then");
    }

    @Test
    void aTakenPortOfTheWebServerIsWarnedOf() throws IOException, ConfigException {
        String listen;
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            listen = "127.0.0.1:" + taken.getLocalPort();
            expect(
                    "warn  web: cannot listen on " + listen
                            + ": Address already in use; if it is braid that has the port, all is well; else name another one in"
                            + " web.listen",
                    NULL,
                    "web: {listen: \"" + listen + "\"}");
        }
        expect("ok    web: " + listen + " is free", NULL, "web: {listen: \"" + listen + "\"}");
    }

    @Test
    void missingPrivilegesFail() throws IOException, ConfigException {
        host.file("proc/self/status", "CapEff:\t0000000000001000\nCpus_allowed_list:\t0-3");
        expect("FAIL  privileges: CAP_NET_RAW, CAP_SYS_ADMIN missing; run braid as root", NULL, "");
        expect(
                "warn  privileges: CAP_IPC_LOCK is missing: memory for NICs cannot be locked; run braid as root",
                NULL,
                "");
    }

    @Test
    void dpdkOfAnotherVersionFails() throws IOException, ConfigException {
        host.delete("usr/lib/x86_64-linux-gnu/librte_eal.so.23");
        String install = "apt-get install dpdk (DPDK 22.11 (Debian 12) or 24.11 (Debian 13))";
        expect("FAIL  dpdk: librte_eal.so.23 or librte_eal.so.25 is not found; " + install, NULL, "");
        host.file("usr/local/lib/librte_eal.so.24", "");
        expect("FAIL  dpdk: found librte_eal.so.24, which is not supported; " + install, NULL, "");
    }

    @Test
    void driversAreThoseOfTheDpdkThatIsThere() throws IOException, ConfigException {
        host.delete("usr/lib/x86_64-linux-gnu/librte_eal.so.23");
        host.file("usr/lib/x86_64-linux-gnu/librte_eal.so.25", "");
        expect("ok    dpdk: /usr/lib/x86_64-linux-gnu/librte_eal.so.25", NULL, "");
        expect("FAIL  dpdk: the driver librte_net_tap.so.25 is not found; apt-get install librte-net-tap25", NULL, "");
    }

    @Test
    void missingDriversFail() throws IOException, ConfigException {
        expect(
                "FAIL  dpdk: the driver librte_net_pcap.so.23 is not found; apt-get install librte-net-pcap23",
                "vdev:net_pcap0,iface=x",
                "");
        host.delete("usr/lib/x86_64-linux-gnu/dpdk/pmds-23.0/librte_net_mlx5.so.23");
        host.nic("0000:3b:00.0", "0x15b3", "mlx5_core");
        expect(
                "FAIL  dpdk: the driver librte_net_mlx5.so.23 is not found; apt-get install librte-net-mlx5-23",
                "pci:0000:3b:00.0",
                "");
    }

    @Test
    void tooFewHugepages() throws IOException, ConfigException {
        host.hugepages(0, 2048, 10);
        expect(
                "warn  hugepages: free: 10 x 2MiB on node 0, too few for 512MiB: ordinary pages will be used, which is slower;"
                        + " echo 256 > /proc/sys/vm/nr_hugepages reserves enough of 2 MiB",
                NULL,
                "");
        expect("ok    memory: 4096 MiB available, 512MiB wanted", NULL, "");
        expect(
                "FAIL  hugepages: free: 10 x 2MiB on node 0, too few for 512MiB; echo 256 > /proc/sys/vm/nr_hugepages reserves enough of 2 MiB",
                NULL,
                "dpdk: {hugepages: on}");
        expect("ok    hugepages: not used, as configured", NULL, "dpdk: {hugepages: off}");
    }

    @Test
    void hugepagesOfSeveralSizesAndNodesCount() throws IOException, ConfigException {
        host.hugepages(1, 1048576, 1);
        expect(
                "ok    hugepages: free: 256 x 2MiB on node 0, 1 x 1GiB on node 1, enough for 1536MiB",
                NULL,
                "dpdk: {memory: 1536MiB}");
    }

    @Test
    void tooLittleMemoryFails() throws IOException, ConfigException {
        expect(
                "FAIL  memory: 4096 MiB available, 5GiB wanted; free some, or lower dpdk.memory",
                NULL,
                "dpdk: {memory: 5GiB}");
        host.file("proc/self/cgroup", "1:memory:/x\n0::/braid.service");
        host.file("sys/fs/cgroup/braid.service/memory.max", "max");
        host.file("sys/fs/cgroup/braid.service/memory.current", "104857600");
        expect("ok    memory: 4096 MiB available, 1GiB wanted", NULL, "dpdk: {memory: 1GiB}");
        host.file("sys/fs/cgroup/braid.service/memory.max", "629145600");
        expect(
                "FAIL  memory: 4096 MiB available, 1GiB wanted, but the control group has room for 500 MiB only;"
                        + " raise its memory limit, or lower dpdk.memory",
                NULL,
                "dpdk: {memory: 1GiB}");
    }

    @Test
    void cpusMustBeOnlineAndAllowed() throws IOException, ConfigException {
        expect(
                "ok    cpus: worker-0 on CPU 2 (node 0), worker-1 on CPU 3 (node 0); CPUs 0-1 for everything else",
                NULL,
                "workers: {cpus: [2, 3]}");
        expect(
                "FAIL  cpus: CPU 5 is not allowed to this process; allowed are 0-3 (cgroup cpuset or taskset);"
                        + " braid plan shows what there is",
                NULL,
                "workers: {cpus: [3, 5, 8]}");
        expect(
                "FAIL  cpus: CPU 8 does not exist; there are 0-7; braid plan shows what there is",
                NULL,
                "workers: {cpus: [3, 5, 8]}");
        expect(
                "warn  cpus: every usable CPU is a worker's, so that timers, BGP and the kernel interrupt packet work and"
                        + " the other way round; give the process one CPU more, or name fewer in workers.cpus",
                NULL,
                "workers: {cpus: [\"0-3\"]}");
        host.file("proc/self/status", "CapEff:\t000001ffffffffff\nCpus_allowed_list:\t2");
        expect("ok    cpus: worker-0 on CPU 2 (node 0); CPUs 2 for everything else", NULL, "");
        host.file("proc/self/status", "CapEff:\t000001ffffffffff\nCpus_allowed_list:\tmany");
        expect("warn  cpus: the kernel's list of CPUs is not readable", NULL, "");
    }

    @Test
    void pciDevices() throws IOException, ConfigException {
        String device = "pci:0000:3b:00.0";
        String bind = "; bind it with dpdk-devbind.py -b vfio-pci 0000:3b:00.0";
        expect("FAIL  uplink nic0: there is no PCI device 0000:3b:00.0; lspci -D -d ::0200 lists the NICs", device, "");
        host.nic("0000:3b:00.0", "0x8086", "");
        expect("FAIL  uplink nic0: 0000:3b:00.0 is bound to no driver" + bind, device, "");
        host.link("sys/bus/pci/devices/0000:3b:00.0/driver", "../drivers/ice");
        host.file("sys/bus/pci/devices/0000:3b:00.0/net/ens1/speed", "100000");
        expect(
                "FAIL  uplink nic0: 0000:3b:00.0 is bound to the kernel driver ice" + bind
                        + " (interface ens1 will vanish from the kernel)",
                device,
                "");
        expect("ok    uplink nic0: on NUMA node 1", device, "");
        expect("ok    uplink nic0: link 100000 Mbit/s, PCIe 16.0 GT/s PCIe x16", device, "");
        host.file("sys/bus/pci/devices/0000:3b:00.0/class", "0x010802");
        expect(
                "FAIL  uplink nic0: 0000:3b:00.0 is not a NIC (PCI class 0x010802); lspci -D -d ::0200 lists the NICs",
                device,
                "");
    }

    @Test
    void boundPciDevices() throws IOException, ConfigException {
        host.nic("0000:3b:00.0", "0x8086", "vfio-pci");
        expect(
                "warn  uplink nic0: 0000:3b:00.0 is bound to vfio-pci without an IOMMU;"
                        + " switch the IOMMU on (firmware setup and kernel command line)",
                "pci:0000:3b:00.0",
                "");
        host.link("sys/bus/pci/devices/0000:3b:00.0/iommu_group", "../../../kernel/iommu_groups/7");
        expect("ok    uplink nic0: 0000:3b:00.0 is bound to vfio-pci", "pci:0000:3b:00.0", "");
        host.nic("0000:5e:00.1", "0x15b3", "mlx5_core");
        host.file("sys/bus/pci/devices/0000:5e:00.1/numa_node", "-1");
        host.file("sys/bus/pci/devices/0000:5e:00.1/current_link_width", "8");
        expect(
                "ok    uplink nic0: 0000:5e:00.1 is bound to mlx5_core, which DPDK works beside",
                "pci:0000:5e:00.1",
                "");
        expect(
                "ok    uplink nic0: on no NUMA node that the firmware tells of; taken as node 0",
                "pci:0000:5e:00.1",
                "");
        expect(
                "warn  uplink nic0: PCIe 16.0 GT/s PCIe x8 of 16.0 GT/s PCIe x16; look at the slot and the firmware settings if throughput falls short",
                "pci:0000:5e:00.1",
                "");
    }

    @Test
    void virtualDevicesOnInterfaces() throws IOException, ConfigException {
        String device = "vdev:net_af_packet0,iface=up0";
        expect(
                "FAIL  uplink nic0: there is no interface up0; ip link lists them; braid must run in the namespace that has it",
                device,
                "");
        host.iface("up0", 1400, false);
        expect(
                "FAIL  uplink nic0: up0 has MTU 1400, the uplink 1500; ip link set up0 mtu 1500, or lower mtu",
                device,
                "");
        expect("warn  uplink nic0: up0 is down; ip link set up0 up", device, "");
        host.iface("up0", 1500, true);
        expect("ok    uplink nic0: up0 is there with MTU 1500", device, "");
        assertFalse(host.check(device, "").contains("FAIL"), host.check(device, ""));
        expect(
                "warn  uplink nic0: up0 is a virtual interface: its far end may send packets with unfinished checksums, on which TCP stalls;"
                        + " run ethtool -K PEER tx off on the far end",
                device,
                "");
        expect(
                "FAIL  packet buffers: uplink nic0: an MTU of 1500 does not fit its device's ring frames of"
                        + " 1024 B; leave framesz, blocksz and framecnt out of the device, or set"
                        + " framesz=2048,blocksz=65536,framecnt=4096",
                device + ",framesz=1024",
                "");
        expect(
                "FAIL  uplink nic0: net_af_packet0 names no interface; add iface=NAME to the device",
                "vdev:net_af_packet0",
                "");
        expect(
                "FAIL  uplink nic0: there is no interface ../net/up0; ip link lists them; braid must run in the namespace that has it",
                "vdev:net_af_packet0,iface=../net/up0",
                "");
    }

    @Test
    void interfaceOfTheUplinksNameIsTold() throws IOException, ConfigException {
        host.iface("nic0", 1500, true);
        expect(
                "warn  uplink nic0: an interface named nic0 exists: braid makes a tap of this name for the host's own traffic;"
                        + " unless it is a running braid's, rename the interface or the uplink",
                NULL,
                "");
    }

    @Test
    void controlSocket() throws IOException, ConfigException {
        host.file("run/file", "");
        expect(
                "FAIL  control socket: /run/file is not a directory; name another path in control.socket",
                NULL,
                "control: {socket: /run/file/c.sock}");
        expect(
                "FAIL  control socket: /run/file exists and is not a socket; name another path in control.socket",
                NULL,
                "control: {socket: /run/file}");
        Path socket = directory.resolve("run/c.sock");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            expect(
                    "warn  control socket: a process is listening on /run/c.sock; if it is braid, stop it before starting another",
                    NULL,
                    "control: {socket: /run/c.sock}");
        }
        expect(
                "ok    control socket: /run/c.sock is left over from a process that has ended; it will be replaced",
                NULL,
                "control: {socket: /run/c.sock}");
    }

    @Test
    void emptyHostGivesFindingsRatherThanExceptions() throws IOException, ConfigException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        var files = new HostFiles(empty.resolve("sys"), empty.resolve("proc"), empty, List.of());
        var findings = HostCheck.run(FakeHost.config("pci:0000:3b:00.0", ""), files);
        assertTrue(findings.stream().anyMatch(finding -> finding.level() == Finding.Level.FAIL), findings.toString());
    }

    @Test
    void realHostIsReadable() throws ConfigException {
        var findings = HostCheck.run(FakeHost.config(NULL, ""), HostFiles.ofMachine());
        assertFalse(
                findings.stream().anyMatch(finding -> finding.message().contains("not readable")), findings.toString());
    }
}
