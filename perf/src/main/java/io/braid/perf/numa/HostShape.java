package io.braid.perf.numa;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.CacheGroup;
import io.braid.numa.topology.Cpu;
import io.braid.numa.topology.HugepagePool;
import io.braid.numa.topology.NumaNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The nodes, CPUs and caches of a made-up host. */
final class HostShape {
    private static final int[] CORES = {1, 2, 4, 8, 16, 64};
    private static final long GIB = 1L << 30;
    private static final int L3 = 3;

    private final SplittableRandom random;
    private final int nodes;
    private final boolean wellShaped;
    private final int threads;
    private final int[] cores;
    /** CPU numbers by node, core within the node, thread. */
    private final int[][][] numbers;

    private final CpuSet offline;
    private final CpuSet isolated;

    HostShape(SplittableRandom random, int nodes, boolean wellShaped) {
        this.random = random;
        this.nodes = nodes;
        this.wellShaped = wellShaped;
        this.threads = random.nextBoolean() ? 2 : 1;
        this.cores = cores();
        this.numbers = numbers();
        int all = IntStream.of(cores).sum() * threads;
        this.offline = mishap(0.15) ? some(all, 0.2) : CpuSet.empty();
        this.isolated = random.nextInt(4) == 0 ? some(all, 0.5) : CpuSet.empty();
    }

    private boolean mishap(double probability) {
        return !wellShaped && random.nextDouble() < probability;
    }

    /** A random part of the CPUs, never the first. */
    private CpuSet some(int all, double part) {
        return CpuSet.of(
                IntStream.range(1, all).filter(_ -> random.nextDouble() < part).toArray());
    }

    private int[] cores() {
        int usual = CORES[random.nextInt(wellShaped ? 2 : 0, CORES.length)];
        int[] counts = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            counts[node] = mishap(0.1) ? random.nextInt(0, 5) : usual;
        }
        counts[0] = Math.max(1, counts[0]);
        return counts;
    }

    /** As firmware numbers them: node by node, thread by thread, or across the nodes. */
    private int[][][] numbers() {
        int[][][] result = new int[nodes][][];
        for (int node = 0; node < nodes; node++) {
            result[node] = new int[cores[node]][threads];
        }
        int way = random.nextInt(3);
        int next = 0;
        int most = IntStream.of(cores).max().orElseThrow();
        if (way == 0) {
            for (int node = 0; node < nodes; node++) {
                for (int core = 0; core < cores[node]; core++) {
                    for (int thread = 0; thread < threads; thread++) {
                        result[node][core][thread] = next++;
                    }
                }
            }
            return result;
        }
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < nodes * most; i++) {
                int node = way == 1 ? i / most : i % nodes;
                int core = way == 1 ? i % most : i / nodes;
                if (core < cores[node]) {
                    result[node][core][thread] = next++;
                }
            }
        }
        return result;
    }

    List<Cpu> cpus() {
        var cpus = new ArrayList<Cpu>();
        for (int node = 0; node < nodes; node++) {
            for (int core = 0; core < cores[node]; core++) {
                CpuSet siblings = CpuSet.of(numbers[node][core]);
                for (int id : numbers[node][core]) {
                    boolean online = !offline.contains(id);
                    cpus.add(new Cpu(
                            id,
                            online ? node : -1,
                            node,
                            core,
                            online ? siblings.without(offline) : CpuSet.of(id),
                            online,
                            isolated.contains(id)));
                }
            }
        }
        cpus.sort((a, b) -> Integer.compare(a.id(), b.id()));
        return cpus;
    }

    private CpuSet cpusOf(int node, int fromCore, int toCore) {
        return CpuSet.of(IntStream.range(fromCore, toCore)
                        .flatMap(core -> IntStream.of(numbers[node][core]))
                        .toArray())
                .without(offline);
    }

    List<CacheGroup> caches() {
        int groups = random.nextInt(1, 3);
        var caches = new ArrayList<CacheGroup>();
        for (int node = 0; node < nodes; node++) {
            for (int group = 0; group < groups; group++) {
                CpuSet cpus = cpusOf(node, cores[node] * group / groups, cores[node] * (group + 1) / groups);
                if (!cpus.isEmpty()) {
                    caches.add(new CacheGroup(L3, cpus));
                }
            }
        }
        caches.sort(Comparator.comparingInt(cache -> cache.cpus().first()));
        return caches;
    }

    List<NumaNode> nodes() {
        int near = random.nextInt(11, 17);
        int far = random.nextInt(20, 33);
        boolean told = random.nextInt(10) > 0;
        var result = new ArrayList<NumaNode>();
        for (int node = 0; node < nodes; node++) {
            long memory = node > 0 && mishap(0.08) ? 0 : (1 + random.nextInt(64)) * GIB;
            int pages = memory == 0 ? 0 : random.nextInt(1024);
            Map<Integer, Integer> distances = new HashMap<>();
            for (int other = 0; told && other < nodes; other++) {
                distances.put(other, other == node ? 10 : other / 2 == node / 2 ? near : far);
            }
            result.add(new NumaNode(
                    node,
                    cpusOf(node, 0, cores[node]),
                    memory,
                    List.of(new HugepagePool(2 << 20, 1024, pages)),
                    distances));
        }
        return result;
    }
}
