package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.util.List;
import java.util.Map;

/**
 * One NUMA node: some CPUs and the memory close to them, either of which may be missing.
 *
 * @param id the kernel's number, 0 to 1023
 * @param cpus its online CPUs; empty for a node that is memory only
 * @param memoryBytes its memory; 0 for a node without, -1 when unknown
 * @param hugepages one entry per page size
 * @param distances what the firmware says of the way to each node, by its number; 10 is "here"
 */
public record NumaNode(
        int id, CpuSet cpus, long memoryBytes, List<HugepagePool> hugepages, Map<Integer, Integer> distances) {
    public NumaNode {
        hugepages = List.copyOf(hugepages);
        distances = Map.copyOf(distances);
    }

    /** Whether memory can be had here; unknown counts as yes. */
    public boolean hasMemory() {
        return memoryBytes != 0;
    }

    /** Bytes of hugepages of all sizes that nobody uses. */
    public long freeHugepageBytes() {
        return hugepages.stream().mapToLong(HugepagePool::freeBytes).sum();
    }
}
