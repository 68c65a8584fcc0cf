package io.braid.numa.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuSet;
import io.braid.numa.plan.MemoryNeeds;
import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.NicRequest;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.Planner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is read from recorded hosts, and the plan made for them, against files that were checked by eye. With
 * {@code -Dbraid.golden=write} the files are written anew, to be checked again.
 */
final class RecordedHostsTest {
    private static final Path HOSTS = Path.of("src/test/resources/io/braid/numa/hosts");
    private static final CpuSet FALLBACK = CpuSet.of(0);

    static List<String> hosts() {
        try (Stream<Path> files = Files.list(HOSTS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".host"))
                    .map(name -> name.substring(0, name.length() - ".host".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void thereAreHosts() {
        assertTrue(hosts().size() >= 14, hosts()::toString);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void isReadAndPlannedAsChecked(String name) throws IOException {
        Topology host;
        try (RecordedHost record = RecordedHost.open(HOSTS.resolve(name + ".host"))) {
            host = record.topology(FALLBACK);
        }
        String found = describe(host) + describe(plan(host));
        Path golden = HOSTS.resolve(name + ".golden");
        if ("write".equals(System.getProperty("braid.golden"))) {
            Files.writeString(golden, found);
        }
        assertEquals(Files.readString(golden), found);
    }

    /** Every NIC of the host is an uplink; a host recorded without has two virtual ones. */
    private static PlacementPlan plan(Topology host) {
        var nics = new ArrayList<NicRequest>();
        for (PciDevice nic : host.nics()) {
            nics.add(new NicRequest("nic" + nics.size(), Optional.of(nic.address()), -1, 16, 16, true));
        }
        while (nics.size() < 2) {
            nics.add(new NicRequest("nic" + nics.size(), Optional.empty(), -1, 1, 1, false));
        }
        return Planner.plan(new PlanRequest(
                host,
                host.online(),
                List.of(),
                nics,
                List.of(),
                CpuSet.empty(),
                new MemoryNeeds(512 << 20, 64 << 20, 1 << 16, true)));
    }

    private static String describe(Topology host) {
        var text = new StringBuilder();
        for (NumaNode node : host.nodes()) {
            text.append("node %d: CPUs %s; memory %s; free hugepages %d MiB; nearest %s\n"
                    .formatted(
                            node.id(),
                            node.cpus(),
                            node.memoryBytes() < 0 ? "unknown" : (node.memoryBytes() >> 20) + " MiB",
                            node.freeHugepageBytes() >> 20,
                            host.byDistance(node.id()).stream()
                                    .map(to -> to + "@" + host.distance(node.id(), to))
                                    .collect(Collectors.joining(" "))));
        }
        CpuSet offline = host.existing().without(host.online());
        text.append("offline: ").append(offline).append('\n');
        text.append("isolated: ").append(host.isolated()).append('\n');
        text.append("cpuset: ")
                .append(host.cpuset().map(CpuSet::toString).orElse("unknown"))
                .append('\n');
        text.append("packages: ")
                .append(host.cpus().stream()
                        .map(Cpu::packageId)
                        .distinct()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" ")))
                .append('\n');
        text.append("cores: ")
                .append(host.cpus().stream()
                        .filter(Cpu::online)
                        .map(Cpu::siblings)
                        .distinct()
                        .map(CpuSet::toString)
                        .collect(Collectors.joining(" ")))
                .append('\n');
        host.caches().forEach(cache -> text.append("L3: ").append(cache.cpus()).append('\n'));
        for (PciDevice device : host.devices()) {
            text.append("%s %s class %06x node %d (%s) behind %s driver %s%s\n"
                    .formatted(
                            device.isNic() ? "NIC" : "GPU",
                            device.address(),
                            device.classCode(),
                            device.node(),
                            device.source(),
                            device.bridges(),
                            device.driver().orElse("none"),
                            device.isNic()
                                    ? " near "
                                            + host.gpusNear(device).stream()
                                                    .map(PciDevice::address)
                                                    .toList()
                                    : ""));
        }
        host.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.toString();
    }

    private static String describe(PlacementPlan plan) {
        var text = new StringBuilder("--\n");
        plan.workers().forEach(worker -> text.append(worker).append('\n'));
        text.append("system: ").append(plan.system()).append('\n');
        for (NicPlan nic : plan.nics()) {
            text.append("%s: node %d, polled from %d, rx %s of which %d spread, tx %s\n"
                    .formatted(nic.name(), nic.node(), nic.pollNode(), nic.rxQueues(), nic.spread(), nic.txQueues()));
        }
        text.append("pools: ").append(plan.poolNodes()).append('\n');
        plan.warnings()
                .forEach(warning -> text.append("warning: ").append(warning).append('\n'));
        return text.toString();
    }
}
