package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads {@code devices/system/cpu}. */
final class CpuReader {
    private static final String ROOT = "devices/system/cpu/";
    private static final int LAST_LEVEL = 3;

    private final SysTree sys;

    CpuReader(SysTree sys) {
        this.sys = sys;
    }

    /** The CPUs online; on kernels and recorded trees without the list, those that do not say they are offline. */
    Optional<CpuSet> online() {
        Optional<CpuSet> online = sys.set(ROOT + "online", null);
        return online.isPresent()
                ? online
                : Optional.of(CpuSet.of(directories()
                        .filter(cpu -> sys.integer(ROOT + "cpu" + cpu + "/online", 1) != 0)
                        .toArray()));
    }

    private IntStream directories() {
        return sys.names(ROOT, "cpu[0-9]{1,4}").stream()
                .mapToInt(name -> Integer.parseInt(name.substring("cpu".length())))
                .filter(cpu -> cpu < CpuSet.CAPACITY);
    }

    List<Cpu> read(CpuSet online, List<NumaNode> nodes) {
        CpuSet present = sys.set(ROOT + "present", null).orElse(CpuSet.empty());
        CpuSet existing = online.or(present.isEmpty() ? CpuSet.of(directories().toArray()) : present);
        CpuSet isolated = sys.set(ROOT + "isolated", null).orElse(CpuSet.empty());
        return existing.stream()
                .mapToObj(cpu -> read(cpu, online.contains(cpu), isolated.contains(cpu), nodes))
                .toList();
    }

    private Cpu read(int cpu, boolean online, boolean isolated, List<NumaNode> nodes) {
        String topology = ROOT + "cpu" + cpu + "/topology/";
        CpuSet siblings = online
                ? sys.set(topology + "thread_siblings_list", topology + "thread_siblings")
                        .or(() -> sys.set(topology + "core_cpus_list", topology + "core_cpus"))
                        .orElse(CpuSet.empty())
                : CpuSet.empty();
        int node = nodes.stream()
                .filter(candidate -> candidate.cpus().contains(cpu))
                .mapToInt(NumaNode::id)
                .findFirst()
                .orElse(-1);
        return new Cpu(
                cpu,
                node,
                sys.integer(topology + "physical_package_id", -1),
                sys.integer(topology + "core_id", -1),
                siblings.or(CpuSet.of(cpu)),
                online,
                isolated);
    }

    /** Groups of online CPUs behind one L3. A CPU that shares its L3 with nobody is a group of one. */
    List<CacheGroup> caches(CpuSet online) {
        var groups = new ArrayList<CacheGroup>();
        Set<CpuSet> seen = new HashSet<>();
        CpuSet covered = CpuSet.empty();
        for (int cpu : online.stream().toArray()) {
            if (covered.contains(cpu)) {
                continue; // every member of a group would name the same one
            }
            CpuSet shared = lastLevel(cpu).and(online);
            if (!shared.isEmpty() && seen.add(shared)) {
                groups.add(new CacheGroup(LAST_LEVEL, shared));
                covered = covered.or(shared);
            }
        }
        groups.sort(Comparator.comparingInt(group -> group.cpus().first()));
        return groups;
    }

    private CpuSet lastLevel(int cpu) {
        String caches = ROOT + "cpu" + cpu + "/cache/";
        for (String index : sys.names(caches, "index[0-9]{1,2}")) {
            if (sys.integer(caches + index + "/level", 0) == LAST_LEVEL) {
                return sys.set(caches + index + "/shared_cpu_list", caches + index + "/shared_cpu_map")
                        .orElse(CpuSet.empty());
            }
        }
        return CpuSet.empty();
    }
}
