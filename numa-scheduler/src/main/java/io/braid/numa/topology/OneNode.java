package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Flattens a host into one node. */
final class OneNode {
    private static final int NODE = 0;

    private OneNode() {}

    static Topology of(Topology host) {
        var pools = new TreeMap<Long, HugepagePool>();
        CpuSet cpus = CpuSet.empty();
        long memory = 0;
        for (NumaNode node : host.nodes()) {
            cpus = cpus.or(node.cpus());
            memory = memory < 0 || node.memoryBytes() < 0 ? -1 : memory + node.memoryBytes();
            node.hugepages().forEach(pool -> pools.merge(pool.pageBytes(), pool, OneNode::add));
        }
        var only = new NumaNode(NODE, cpus, memory, List.copyOf(pools.values()), Map.of(NODE, 10));
        return new Topology(
                List.of(only),
                host.cpus().stream().map(OneNode::here).toList(),
                host.caches(),
                host.devices().stream().map(OneNode::here).toList(),
                host.cpuset(),
                host.notes());
    }

    private static HugepagePool add(HugepagePool a, HugepagePool b) {
        return new HugepagePool(a.pageBytes(), a.total() + b.total(), a.free() + b.free());
    }

    private static Cpu here(Cpu cpu) {
        return new Cpu(cpu.id(), NODE, cpu.packageId(), cpu.core(), cpu.siblings(), cpu.online(), cpu.isolated());
    }

    private static PciDevice here(PciDevice device) {
        return new PciDevice(
                device.address(),
                device.classCode(),
                NODE,
                NodeSource.ONLY_NODE,
                device.bridges(),
                device.driver(),
                device.interfaces());
    }
}
