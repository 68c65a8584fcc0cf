package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.CacheGroup;
import io.braid.numa.topology.Cpu;
import io.braid.numa.topology.HugepagePool;
import io.braid.numa.topology.NodeSource;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A host made of values, and a request for it. */
final class TestHost {
    private static final long GIB = 1L << 30;

    private final TreeMap<Integer, NumaNode> nodes = new TreeMap<>();
    private final List<PciDevice> devices = new ArrayList<>();
    private final List<NicRequest> nics = new ArrayList<>();
    private final List<TaskRequest> tasks = new ArrayList<>();
    private final List<CacheGroup> caches = new ArrayList<>();
    private CpuSet allowed = CpuSet.empty();
    private CpuSet offline = CpuSet.empty();
    private CpuSet isolated = CpuSet.empty();
    private CpuSet avoid = CpuSet.empty();
    private Optional<CpuSet> cpuset = Optional.empty();
    private int smtStep;
    private MemoryNeeds memory = MemoryNeeds.NONE;
    private List<Integer> workers = List.of();

    /** A node with 1 GiB of memory and as much free in hugepages. */
    TestHost node(int id, String cpus) {
        return node(id, cpus, GIB, 512, Map.of());
    }

    TestHost node(int id, String cpus, long memory, int hugepages, Map<Integer, Integer> distances) {
        nodes.put(
                id,
                new NumaNode(
                        id,
                        CpuSet.parse(cpus),
                        memory,
                        List.of(new HugepagePool(2 << 20, hugepages, hugepages)),
                        distances));
        return this;
    }

    /** A PCI NIC on the node (-1: unknown) with the given number of queues each way. */
    TestHost nic(int node, int queues) {
        return nic(node, queues, queues, false);
    }

    TestHost nic(int node, int rxQueues, int txQueues, boolean steersByRule) {
        String address = "0000:%02x:00.0".formatted(nics.size() + 1);
        devices.add(new PciDevice(
                address,
                0x020000,
                node,
                node < 0 ? NodeSource.UNKNOWN : NodeSource.OWN,
                List.of(),
                Optional.empty(),
                List.of()));
        nics.add(new NicRequest("nic" + nics.size(), Optional.of(address), -1, rxQueues, txQueues, steersByRule));
        return this;
    }

    TestHost vdev(int node) {
        nics.add(new NicRequest("nic" + nics.size(), Optional.empty(), node, 1, 1, false));
        return this;
    }

    TestHost task(String cpus, int queues) {
        tasks.add(new TaskRequest("task" + tasks.size(), CpuSet.parse(cpus), queues));
        return this;
    }

    TestHost allowed(String cpus) {
        allowed = CpuSet.parse(cpus);
        return this;
    }

    TestHost offline(String cpus) {
        offline = CpuSet.parse(cpus);
        return this;
    }

    TestHost isolated(String cpus) {
        isolated = CpuSet.parse(cpus);
        return this;
    }

    TestHost avoid(String cpus) {
        avoid = CpuSet.parse(cpus);
        return this;
    }

    TestHost cpuset(String cpus) {
        cpuset = Optional.of(CpuSet.parse(cpus));
        return this;
    }

    TestHost l3(String... groups) {
        for (String group : groups) {
            caches.add(new CacheGroup(3, CpuSet.parse(group)));
        }
        return this;
    }

    /** CPU {@code n} and {@code n + step} share a core. */
    TestHost smt(int step) {
        smtStep = step;
        return this;
    }

    TestHost memory(MemoryNeeds needs) {
        memory = needs;
        return this;
    }

    TestHost workers(Integer... cpus) {
        workers = List.of(cpus);
        return this;
    }

    Topology topology() {
        var cpus = new ArrayList<Cpu>();
        for (NumaNode node : nodes.values()) {
            node.cpus().stream().forEach(id -> cpus.add(cpu(id, offline.contains(id) ? -1 : node.id())));
        }
        cpus.sort((a, b) -> Integer.compare(a.id(), b.id()));
        List<NumaNode> online = nodes.values().stream()
                .map(node -> new NumaNode(
                        node.id(),
                        node.cpus().without(offline),
                        node.memoryBytes(),
                        node.hugepages(),
                        node.distances()))
                .toList();
        return new Topology(online, cpus, caches, devices, cpuset, List.of());
    }

    private Cpu cpu(int id, int node) {
        CpuSet siblings = smtStep == 0
                ? CpuSet.of(id)
                : CpuSet.of(IntStream.of(id % smtStep, id % smtStep + smtStep).toArray());
        return new Cpu(id, node, node, id, siblings, !offline.contains(id), isolated.contains(id));
    }

    PlanRequest request() {
        Topology host = topology();
        return new PlanRequest(
                host, allowed.isEmpty() ? host.existing() : allowed, workers, nics, tasks, avoid, memory);
    }

    PlacementPlan plan() {
        return Planner.plan(request());
    }
}
