package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a host is made of, as far as placement asks. Immutable; any thread.
 *
 * @param nodes at least one, ascending by number
 * @param cpus all that exist, ascending by number, offline ones too
 * @param caches groups of CPUs behind one L3, ascending by their first CPU; empty when unknown
 * @param devices NICs and GPUs, ascending by address
 * @param cpuset the CPUs that the process's control group may use; empty when that is not known
 * @param notes what could not be read, and what was taken instead
 */
public record Topology(
        List<NumaNode> nodes,
        List<Cpu> cpus,
        List<CacheGroup> caches,
        List<PciDevice> devices,
        Optional<CpuSet> cpuset,
        List<String> notes) {
    /** Where Linux describes devices. */
    public static final Path SYSFS = Path.of("/sys");

    /** Where Linux describes processes. */
    public static final Path PROCFS = Path.of("/proc");

    private static final int LOCAL_DISTANCE = 10;
    private static final int REMOTE_DISTANCE = 20;

    public Topology {
        nodes = List.copyOf(nodes);
        cpus = List.copyOf(cpus);
        caches = List.copyOf(caches);
        devices = List.copyOf(devices);
        notes = List.copyOf(notes);
        if (nodes.isEmpty() || cpus.isEmpty()) {
            throw new IllegalArgumentException("a host has at least one node and one CPU");
        }
        for (int i = 1; i < cpus.size(); i++) {
            if (cpus.get(i - 1).id() >= cpus.get(i).id()) {
                throw new IllegalArgumentException("CPUs must be ascending by number");
            }
        }
    }

    /**
     * Reads a host's sysfs. Never fails: what cannot be read is in {@link #notes()}.
     *
     * @param sysfs {@link #SYSFS}, or a copy of another host's
     * @param procfs {@link #PROCFS}; null when the tree is not of the running host, which then has no cpuset
     * @param fallback the CPUs to believe in when sysfs tells of none: the affinity mask, not empty
     */
    public static Topology read(Path sysfs, @Nullable Path procfs, CpuSet fallback) {
        return new TopologyReader(sysfs, procfs, fallback).read();
    }

    /** This host with all CPUs, memory and devices on one node 0: what {@code numa: off} means. */
    public Topology asOneNode() {
        return OneNode.of(this);
    }

    /** The CPUs that can run something. */
    public CpuSet online() {
        return CpuSet.of(cpus.stream().filter(Cpu::online).mapToInt(Cpu::id).toArray());
    }

    /** The CPUs that exist. */
    public CpuSet existing() {
        return CpuSet.of(cpus.stream().mapToInt(Cpu::id).toArray());
    }

    /** The CPUs that the scheduler leaves alone. */
    public CpuSet isolated() {
        return CpuSet.of(cpus.stream().filter(Cpu::isolated).mapToInt(Cpu::id).toArray());
    }

    public Optional<Cpu> cpu(int id) {
        int low = 0;
        int high = cpus.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Cpu cpu = cpus.get(middle);
            if (cpu.id() == id) {
                return Optional.of(cpu);
            } else if (cpu.id() < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
    }

    public Optional<NumaNode> node(int id) {
        return nodes.stream().filter(node -> node.id() == id).findFirst();
    }

    /** How many of some CPUs each node has, ascending by node; nodes with none and CPUs that are offline are left out. */
    public SortedMap<Integer, Integer> nodesOf(CpuSet some) {
        var counts = new TreeMap<Integer, Integer>();
        for (NumaNode node : nodes) {
            int count = node.cpus().and(some).size();
            if (count > 0) {
                counts.put(node.id(), count);
            }
        }
        return counts;
    }

    /** The node of a CPU, or -1. */
    public int nodeOf(int cpu) {
        return cpu(cpu).map(Cpu::node).orElse(-1);
    }

    /**
     * How far the memory of {@code to} is from the CPUs of {@code from}: 10 is here. Where the firmware says nothing, 20
     * for any other node.
     */
    public int distance(int from, int to) {
        int fallback = from == to ? LOCAL_DISTANCE : REMOTE_DISTANCE;
        return node(from).map(node -> node.distances().get(to)).orElse(fallback);
    }

    /** All node numbers from the nearest to the farthest, the node itself first. */
    public List<Integer> byDistance(int from) {
        return nodes.stream()
                .map(NumaNode::id)
                .sorted(Comparator.comparing((Integer to) -> to != from)
                        .thenComparingInt(to -> distance(from, to))
                        .thenComparingInt(to -> to))
                .toList();
    }

    public List<PciDevice> nics() {
        return devices.stream().filter(PciDevice::isNic).toList();
    }

    public Optional<PciDevice> device(String address) {
        return devices.stream()
                .filter(device -> device.address().equalsIgnoreCase(address))
                .findFirst();
    }

    /** The PCI device that has a network interface. */
    public Optional<PciDevice> deviceOf(String networkInterface) {
        return devices.stream()
                .filter(device -> device.interfaces().contains(networkInterface))
                .findFirst();
    }

    /**
     * The GPUs next to a device: those below the closest bridge that it has in common with any, at least the same host
     * bridge.
     */
    public List<PciDevice> gpusNear(PciDevice nic) {
        List<PciDevice> gpus = devices.stream().filter(PciDevice::isGpu).toList();
        int closest = gpus.stream().mapToInt(nic::sharedBridges).max().orElse(0);
        return gpus.stream()
                .filter(gpu -> closest > 0 && nic.sharedBridges(gpu) == closest)
                .toList();
    }

    /** CPUs behind the same L3 as the given one; empty when unknown. */
    public CpuSet cacheOf(int cpu) {
        return caches.stream()
                .map(CacheGroup::cpus)
                .filter(cpus -> cpus.contains(cpu))
                .findFirst()
                .orElse(CpuSet.empty());
    }
}
