package io.braid.perf.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.CacheGroup;
import io.braid.numa.topology.Cpu;
import io.braid.numa.topology.HugepagePool;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.RecordedHost;
import io.braid.numa.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated hosts are of every kind, and what is read of their sysfs is what they were made of. */
final class GeneratedHostsTest {
    private static final int MAX_CPUS = 128;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    static LongStream seeds() {
        return LongStream.iterate(1, seed -> seed + 1)
                .filter(seed -> HostGenerator.host(seed).topology().cpus().size() <= MAX_CPUS)
                .limit(40);
    }

    @Test
    void hostsAreOfEveryKind() {
        Map<Integer, Long> nodes = LongStream.range(0, 500)
                .mapToObj(HostGenerator::host)
                .collect(Collectors.groupingBy(host -> host.topology().nodes().size(), Collectors.counting()));
        assertEquals(4, nodes.size(), nodes::toString);
        nodes.forEach((count, hosts) -> assertTrue(hosts > 80, count + " nodes: " + hosts));
        LongStream.range(0, 500).forEach(seed -> {
            int nics = HostGenerator.host(seed).request().nics().size();
            assertTrue(nics >= 2 && nics <= 8, "seed " + seed);
        });
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsReadIsWhatTheHostWasMadeOf(long seed) throws IOException {
        Topology made = HostGenerator.host(seed).topology();
        Path file = Files.writeString(directory.resolve("x.host"), text(made));
        try (RecordedHost record = RecordedHost.open(file)) {
            assertEquals(made, record.topology(CpuSet.of(0)));
        }
    }

    private static String text(Topology host) {
        var text = new StringBuilder();
        String cpus = "sys/devices/system/cpu/";
        line(text, cpus + "online", host.online());
        line(text, cpus + "present", host.existing());
        line(text, cpus + "isolated", host.isolated());
        for (Cpu cpu : host.cpus()) {
            String topology = cpus + "cpu" + cpu.id() + "/topology/";
            line(text, topology + "physical_package_id", cpu.packageId());
            line(text, topology + "core_id", cpu.core());
            if (cpu.online()) {
                line(text, topology + "thread_siblings_list", cpu.siblings());
            }
        }
        for (CacheGroup cache : host.caches()) {
            String index = cpus + "cpu{" + cache.cpus() + "}/cache/index3/";
            line(text, index + "level", cache.level());
            line(text, index + "shared_cpu_list", cache.cpus());
        }
        for (NumaNode node : host.nodes()) {
            String path = "sys/devices/system/node/node" + node.id() + "/";
            line(text, path + "cpulist", node.cpus());
            line(text, path + "meminfo", "Node " + node.id() + " MemTotal: " + (node.memoryBytes() >> 10) + " kB");
            if (!node.distances().isEmpty()) {
                line(
                        text,
                        path + "distance",
                        new TreeMap<>(node.distances())
                                .values().stream().map(String::valueOf).collect(Collectors.joining(" ")));
            }
            for (HugepagePool pool : node.hugepages()) {
                String pages = path + "hugepages/hugepages-" + (pool.pageBytes() >> 10) + "kB/";
                line(text, pages + "nr_hugepages", pool.total());
                line(text, pages + "free_hugepages", pool.free());
            }
        }
        for (PciDevice device : host.devices()) {
            String path = "sys/bus/pci/devices/" + device.address() + "/";
            line(text, path + "class", "0x%06x".formatted(device.classCode()));
            line(text, path + "numa_node", device.node());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String path, Object value) {
        text.append(path).append(" = ").append(value).append('\n');
    }
}
