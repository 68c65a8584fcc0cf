package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads {@code devices/system/node}; a host without it is one node 0. */
final class NodeReader {
    private static final String ROOT = "devices/system/node/";
    private static final Pattern MEM_TOTAL = Pattern.compile("(?m)^Node [0-9]+ MemTotal: +([0-9]{1,15}) kB");
    private static final Pattern HUGEPAGES = Pattern.compile("hugepages-([0-9]{1,9})kB");
    private static final long KIB = 1024;
    private static final int MAX_DISTANCE = 255; // one byte in ACPI's SLIT

    private final SysTree sys;

    NodeReader(SysTree sys) {
        this.sys = sys;
    }

    List<NumaNode> read(CpuSet online) {
        List<Integer> ids = ids();
        var nodes = new ArrayList<NumaNode>();
        CpuSet claimed = CpuSet.empty();
        for (int id : ids) {
            String directory = ROOT + "node" + id + "/";
            CpuSet cpus = sys.set(directory + "cpulist", directory + "cpumap")
                    .orElse(CpuSet.empty())
                    .and(online);
            if (!cpus.and(claimed).isEmpty()) {
                sys.note("node " + id + " and a lower one both claim CPUs " + cpus.and(claimed)
                        + "; the lower one keeps them");
                cpus = cpus.without(claimed);
            }
            claimed = claimed.or(cpus);
            nodes.add(
                    new NumaNode(id, cpus, memory(directory), hugepages(directory + "hugepages/"), distances(id, ids)));
        }
        return complete(nodes, online.without(claimed));
    }

    /** Every online CPU belongs to some node from here on, so that nothing after has to think of those that do not. */
    private List<NumaNode> complete(List<NumaNode> nodes, CpuSet homeless) {
        if (nodes.isEmpty()) {
            sys.note("no NUMA information: one node 0 is assumed");
            return List.of(new NumaNode(0, homeless, -1, hugepages("kernel/mm/hugepages/"), Map.of(0, 10)));
        }
        if (homeless.isEmpty()) {
            return nodes;
        }
        NumaNode first = nodes.getFirst();
        sys.note("CPUs " + homeless + " are of no node; node " + first.id() + " is assumed");
        nodes.set(
                0,
                new NumaNode(
                        first.id(),
                        first.cpus().or(homeless),
                        first.memoryBytes(),
                        first.hugepages(),
                        first.distances()));
        return nodes;
    }

    private List<Integer> ids() {
        List<Integer> directories = sys.names(ROOT, "node[0-9]{1,4}").stream()
                .map(name -> Integer.parseInt(name.substring("node".length())))
                .filter(id -> id < CpuSet.CAPACITY)
                .sorted()
                .toList();
        Optional<CpuSet> online = sys.set(ROOT + "online", null); // node numbers, in the same format
        return online.filter(set -> !set.isEmpty())
                .map(set -> directories.stream().filter(set::contains).toList())
                .filter(ids -> !ids.isEmpty())
                .orElse(directories);
    }

    private long memory(String directory) {
        Optional<String> info = sys.text(directory + "meminfo");
        if (info.isEmpty()) {
            return -1;
        }
        Matcher total = MEM_TOTAL.matcher(info.get());
        return total.find() ? Long.parseLong(total.group(1)) * KIB : -1;
    }

    private List<HugepagePool> hugepages(String directory) {
        var pools = new ArrayList<HugepagePool>();
        for (String name : sys.names(directory, HUGEPAGES.pattern())) {
            Matcher size = HUGEPAGES.matcher(name);
            if (size.matches()) {
                long total = Math.clamp(
                        sys.number(directory + name + "/nr_hugepages").orElse(0), 0, Integer.MAX_VALUE);
                long free = Math.clamp(
                        sys.number(directory + name + "/free_hugepages").orElse(0), 0, total);
                pools.add(new HugepagePool(Long.parseLong(size.group(1)) * KIB, total, free));
            }
        }
        pools.sort((a, b) -> Long.compare(a.pageBytes(), b.pageBytes()));
        return pools;
    }

    /** One number per online node, in the order of their numbers. */
    private Map<Integer, Integer> distances(int id, List<Integer> ids) {
        String path = ROOT + "node" + id + "/distance";
        Optional<String> text = sys.text(path);
        if (text.isEmpty() || text.get().isEmpty()) {
            return Map.of();
        }
        String[] words = text.get().split("\\s+", -1);
        if (words.length != ids.size()
                || !IntStream.range(0, words.length).allMatch(i -> words[i].matches("[0-9]{1,3}"))) {
            sys.note(path + " does not hold " + ids.size() + " distances; equal ones are assumed");
            return Map.of();
        }
        var distances = new HashMap<Integer, Integer>();
        for (int i = 0; i < words.length; i++) {
            distances.put(ids.get(i), Math.clamp(Integer.parseInt(words[i]), 1, MAX_DISTANCE));
        }
        return distances;
    }
}
