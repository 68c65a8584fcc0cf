package io.braid.numa.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class TopologyTest {
    private static final CpuSet MASK = CpuSet.parse("2-3");
    private static final String CPU = "devices/system/cpu/";
    private static final String NODE = "devices/system/node/";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path root;

    @Test
    void nothingIsAHostOfTheAffinityMask() {
        Topology host = read();
        assertEquals(MASK, host.online());
        assertEquals(List.of(0), host.nodes().stream().map(NumaNode::id).toList());
        assertEquals(MASK, host.nodes().getFirst().cpus());
        assertEquals(Optional.empty(), host.cpuset());
        assertTrue(
                host.notes().getFirst().contains("those of the affinity mask, 2-3, are taken"), host.notes()::toString);
        assertTrue(host.notes().contains("no NUMA information: one node 0 is assumed"));
        Topology gone = Topology.read(root.resolve("missing"), root.resolve("missing"), MASK);
        assertEquals(MASK, gone.online());
    }

    @Test
    void everythingIsRead() throws IOException {
        cpus("0-3,8");
        write(CPU + "present", "0-9");
        write(CPU + "isolated", "2-3");
        write(CPU + "cpu3/topology/core_id", "7");
        write(CPU + "cpu3/topology/physical_package_id", "1");
        write(CPU + "cpu3/topology/thread_siblings_list", "3,8");
        write(CPU + "cpu3/cache/index0/level", "1");
        write(CPU + "cpu3/cache/index3/level", "3");
        write(CPU + "cpu3/cache/index3/shared_cpu_list", "2-3,8");
        write(NODE + "online", "0,4");
        node(0, "0-1", "MemTotal:        1024 kB");
        node(4, "2-3,8", "MemTotal:       0 kB");
        node(5, "9", "MemTotal: 7 kB");
        write(NODE + "node0/distance", "10 21");
        write(NODE + "node4/distance", "31 10");
        write(NODE + "node0/hugepages/hugepages-2048kB/nr_hugepages", "5");
        write(NODE + "node0/hugepages/hugepages-2048kB/free_hugepages", "3\n\0\0\0");
        Topology host = read();
        assertEquals("0-3,8", host.online().toString());
        assertEquals("0-9", host.existing().toString());
        assertEquals("2-3", host.isolated().toString());
        assertEquals(Optional.of(new Cpu(3, 4, 1, 7, CpuSet.parse("3,8"), true, true)), host.cpu(3));
        assertEquals(Optional.of(new Cpu(9, -1, -1, -1, CpuSet.of(9), false, false)), host.cpu(9));
        assertEquals(List.of(new CacheGroup(3, CpuSet.parse("2-3,8"))), host.caches());
        assertEquals(
                List.of(
                        new NumaNode(
                                0,
                                CpuSet.parse("0-1"),
                                1024 * 1024,
                                List.of(new HugepagePool(2 << 20, 5, 3)),
                                Map.of(0, 10, 4, 21)),
                        new NumaNode(4, CpuSet.parse("2-3,8"), 0, List.of(), Map.of(0, 31, 4, 10))),
                host.nodes());
        assertFalse(host.nodes().get(1).hasMemory());
        assertEquals(31, host.distance(4, 0));
        assertEquals(20, host.distance(7, 0));
        assertEquals(List.of(), host.notes());
    }

    @Test
    void aHostWithoutNumaHasTheHugepagesOfTheKernel() throws IOException {
        cpus("0-1");
        write("kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "8");
        write("kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "9");
        Topology host = read();
        assertEquals(
                List.of(new HugepagePool(2 << 20, 8, 8)),
                host.nodes().getFirst().hugepages(),
                "no more free than there are");
        assertEquals(0, host.nodeOf(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "own     | 1  | -1 | 1  | OWN",
                "bridge  | -1 | 1  | 1  | BRIDGE",
                "nowhere | -1 | -1 | -1 | UNKNOWN",
                "absent  | 7  | -1 | -1 | UNKNOWN",
                "absent  | 7  | 0  | 0  | BRIDGE",
            })
    void aNicsNodeIsItsOwnOrThatOfABridge(String name, int own, int bridge, int node, NodeSource source)
            throws IOException {
        twoNodes();
        String bus = "devices/pci0000:3a/0000:3a:00.0/";
        nic("0000:3b:00.0", bus, "0x020000", own);
        write(bus + "numa_node", "" + bridge);
        PciDevice device = read().device("0000:3B:00.0").orElseThrow();
        assertEquals(node, device.node(), name);
        assertEquals(source, device.source());
        assertEquals(List.of("pci0000:3a", "0000:3a:00.0"), device.bridges());
    }

    @Test
    void cpusCloseToADeviceTellItsNode() throws IOException {
        twoNodes();
        nic("0000:3b:00.0", "devices/pci0000:3a/", "0x020000", -1);
        write("devices/pci0000:3a/0000:3b:00.0/local_cpulist", "4-5");
        assertEquals(NodeSource.LOCAL_CPUS, read().nics().getFirst().source());
        assertEquals(1, read().nics().getFirst().node());
        write("devices/pci0000:3a/0000:3b:00.0/local_cpulist", "0-7");
        assertEquals(NodeSource.UNKNOWN, read().nics().getFirst().source());
    }

    @Test
    void anInterfaceTellsItsDevice() throws IOException {
        twoNodes();
        nic("0000:01:00.0", "devices/pci0000:00/", "0x020000", 1);
        nic("0000:02:00.0", "devices/pci0000:00/", "0x020000", 0);
        write("devices/pci0000:00/0000:01:00.0/net/eth7/mtu", "1500");
        write("devices/pci0000:00/0000:02:00.0/virtio3/net/ens4/mtu", "1500");
        assertEquals("0000:01:00.0", read().deviceOf("eth7").orElseThrow().address());
        assertEquals("0000:02:00.0", read().deviceOf("ens4").orElseThrow().address());
        assertEquals(Optional.empty(), read().deviceOf("lo"));
    }

    @Test
    void gpusNextToANicAreThoseBehindTheSameBridge() throws IOException {
        twoNodes();
        nic("0000:10:00.0", "devices/pci0000:00/0000:00:01.0/", "0x020700", 0);
        nic("0000:11:00.0", "devices/pci0000:00/0000:00:01.0/", "0x030200", 0);
        nic("0000:12:00.0", "devices/pci0000:00/0000:00:02.0/", "0x030200", 0);
        nic("0000:20:00.0", "devices/pci0000:00/0000:00:03.0/", "0x020000", 0);
        nic("0000:30:00.0", "devices/pci0000:80/0000:80:03.0/", "0x020000", 1);
        nic("0000:40:00.0", "devices/pci0000:80/0000:80:03.0/", "0x010802", 1);
        Topology host = read();
        assertEquals(5, host.devices().size(), "the disk is left out");
        assertEquals(List.of("0000:11:00.0"), near(host, "0000:10:00.0"));
        assertEquals(List.of("0000:11:00.0", "0000:12:00.0"), near(host, "0000:20:00.0"));
        assertEquals(List.of(), near(host, "0000:30:00.0"));
    }

    private static List<String> near(Topology host, String nic) {
        return host.gpusNear(host.device(nic).orElseThrow()).stream()
                .map(PciDevice::address)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0::/a/b        | fs/cgroup/a/b/cpuset.cpus.effective           | 1-2", // its own
                "0::/a/b        | fs/cgroup/a/cpuset.cpus.effective             | 1-2", // of the closest that has one
                "0::/a/b        | fs/cgroup/cpuset.cpus.effective               | 1-2", // in a container
                "0::/../x       | fs/cgroup/cpuset.cpus.effective               | 1-2", // of another namespace
                "0::/a          | fs/cgroup/unified/a/cpuset.cpus.effective     | 1-2",
                "4:cpuset:/a    | fs/cgroup/cpuset/a/cpuset.effective_cpus      | 1-2",
                "4:cpu,cpuset:/ | fs/cgroup/cpuset/cpuset.cpus                  | 1-2",
                "0::/a          | fs/cgroup/b/cpuset.cpus.effective             | none",
                "nonsense       | fs/cgroup/cpuset.cpus.effective               | none",
            })
    void theControlGroupsCpuset(String group, String file, String expected) throws IOException {
        cpus("0-3");
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(root.resolve("proc/self/cgroup"), group + "\n");
        write(file, "1-2");
        assertEquals(expected, read().cpuset().map(CpuSet::toString).orElse("none"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-x", "3-1", "0-99999999999", "", "\0\0", "0-2000", "all of them"})
    void aBrokenCpuListIsNotedAndTheMaskTaken(String list) throws IOException {
        cpus(list);
        Topology host = read();
        assertEquals(MASK, host.online());
        boolean isEmpty = list.replace("\0", "").isEmpty();
        assertTrue(
                isEmpty || host.notes().stream().anyMatch(note -> note.startsWith("devices/system/cpu/online")),
                host.notes()::toString);
    }

    @Test
    void contradictionsAreNoted() throws IOException {
        cpus("0-7");
        node(0, "0-4", "MemTotal: x kB");
        node(1, "4-5", "");
        write(NODE + "node0/distance", "10 21 21");
        write(NODE + "node1/distance", "ten 20");
        write(NODE + "node0/hugepages/hugepages-2048kB/nr_hugepages", "many");
        Topology host = read();
        assertEquals("0-4,6-7", host.nodes().get(0).cpus().toString());
        assertEquals("5", host.nodes().get(1).cpus().toString());
        assertEquals(-1, host.nodes().get(0).memoryBytes());
        assertEquals(20, host.distance(0, 1));
        String notes = String.join("\n", host.notes());
        for (String note : List.of(
                "node 1 and a lower one both claim CPUs 4;",
                "CPUs 6-7 are of no node; node 0 is assumed",
                "node0/distance does not hold 2 distances",
                "node1/distance does not hold 2 distances",
                "nr_hugepages holds \"many\", not a number")) {
            assertTrue(notes.contains(note), notes);
        }
    }

    @Test
    void hostileFilesAreNotFollowed() throws IOException, InterruptedException {
        twoNodes();
        write(NODE + "node0/meminfo", "x".repeat(SysTree.MAX_BYTES + 1));
        Path meminfo = root.resolve("sys/" + NODE + "node1/meminfo");
        Files.delete(meminfo);
        Files.createDirectory(meminfo);
        Path fifo = root.resolve("sys/" + CPU + "isolated");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        nic("0000:01:00.0", "devices/pci0000:00/", "0x020000", 0);
        Path link = root.resolve("sys/bus/pci/devices/0000:01:00.0");
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("../../../../outside/0000:01:00.0"));
        Path outside = root.resolve("outside/0000:01:00.0");
        Files.createDirectories(outside);
        Files.writeString(outside.resolve("class"), "0x020000");
        Topology host = read();
        String notes = String.join("\n", host.notes());
        assertTrue(notes.contains("node0/meminfo has more than 65536 bytes"), notes);
        assertTrue(notes.contains("node1/meminfo is not a file"), notes);
        assertTrue(notes.contains("cpu/isolated is not a file"), notes);
        assertEquals(List.of(), host.nics().getFirst().bridges());
    }

    @Test
    void notesAreBounded() throws IOException {
        cpus("0-1023");
        for (int cpu = 0; cpu < 200; cpu++) {
            write(CPU + "cpu" + cpu + "/topology/core_id", "?");
        }
        Topology host = read();
        assertEquals(1024, host.cpus().size());
        assertEquals(51, host.notes().size());
    }

    @Test
    void thisHostIsRead() {
        CpuSet mask = CpuAffinity.get();
        Topology host = Topology.read(Topology.SYSFS, Topology.PROCFS, mask);
        assertTrue(host.online().containsAll(mask));
        assertTrue(host.nodes().stream().anyMatch(node -> !node.cpus().isEmpty()));
        assertThrows(
                IllegalArgumentException.class, () -> Topology.read(Topology.SYSFS, Topology.PROCFS, CpuSet.empty()));
    }

    @Test
    void asOneNodeEverythingIsLocal() throws IOException {
        twoNodes();
        nic("0000:01:00.0", "devices/pci0000:00/", "0x020000", 1);
        Topology host = read().asOneNode();
        assertEquals(1, host.nodes().size());
        assertEquals("0-7", host.nodes().getFirst().cpus().toString());
        assertEquals(0, host.nodeOf(7));
        assertEquals(0, host.nics().getFirst().node());
    }

    private void twoNodes() throws IOException {
        cpus("0-7");
        node(0, "0-3", "MemTotal: 1024 kB");
        node(1, "4-7", "MemTotal: 1024 kB");
    }

    private void nic(String address, String parent, String code, int node) throws IOException {
        write(parent + address + "/class", code);
        write(parent + address + "/numa_node", "" + node);
        Path link = root.resolve("sys/bus/pci/devices/" + address);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, Path.of("../../../" + parent + address));
    }

    private void cpus(String online) throws IOException {
        write(CPU + "online", online);
    }

    private void node(int node, String cpus, String memory) throws IOException {
        write(NODE + "node" + node + "/cpulist", cpus);
        write(NODE + "node" + node + "/meminfo", "Node " + node + " " + memory);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve("sys").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    private Topology read() {
        return Topology.read(root.resolve("sys"), root.resolve("proc"), MASK);
    }
}
