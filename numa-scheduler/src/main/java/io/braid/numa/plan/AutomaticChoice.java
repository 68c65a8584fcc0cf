package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.Cpu;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Chooses the workers' CPUs: on each node about as many as it has NICs, at least one where NICs or tasks are; whole cores
 * before SMT siblings, isolated CPUs before others, spread over the L3 caches; and one CPU is left to the system.
 */
final class AutomaticChoice {
    private final PlanRequest request;
    private final Topology host;
    private final UsableCpus usable;
    private final NodeMap map;
    private final Lines lines;

    AutomaticChoice(PlanRequest request, UsableCpus usable, NodeMap map, Lines lines) {
        this.request = request;
        this.host = request.topology();
        this.usable = usable;
        this.map = map;
        this.lines = lines;
    }

    WorkerChoice choose() {
        CpuSet candidates = withMemory(usable.candidates());
        map.restrictTo(host.nodesOf(candidates).keySet());
        CpuSet reserved = candidates.size() > 1 ? CpuSet.of(reserve(candidates)) : CpuSet.empty();
        candidates = candidates.without(reserved);
        map.restrictTo(host.nodesOf(candidates).keySet());
        List<Cpu> chosen = new ArrayList<>();
        Map<Integer, String> reasons = new HashMap<>();
        for (var demand : demand().entrySet()) {
            choose(demand.getKey(), demand.getValue(), candidates, reserved, chosen, reasons);
        }
        chosen.sort(Comparator.comparingInt(Cpu::node).thenComparingInt(Cpu::id));
        var workers = new ArrayList<WorkerPlan>();
        for (Cpu cpu : chosen) {
            workers.add(new WorkerPlan(workers.size(), cpu.id(), cpu.node()));
        }
        CpuSet taken = CpuSet.of(chosen.stream().mapToInt(Cpu::id).toArray());
        return new WorkerChoice(
                workers,
                usable.rest(taken),
                chosen.stream().map(cpu -> reasons.getOrDefault(cpu.id(), "")).toList());
    }

    /**
     * Without the CPUs of nodes that have no memory, if that leaves any: whatever they touch has to come from another node,
     * whose own CPUs do the same work with less.
     */
    private CpuSet withMemory(CpuSet candidates) {
        CpuSet without = host.nodes().stream()
                .filter(node -> !node.hasMemory())
                .map(node -> node.cpus().and(candidates))
                .reduce(CpuSet.empty(), CpuSet::or);
        if (without.isEmpty() || without.equals(candidates)) {
            return candidates;
        }
        lines.explain("CPUs " + without + " are of nodes without memory: no worker is put there");
        return candidates.without(without);
    }

    /**
     * The CPU for timers, interrupts and all that is no worker: the lowest, where the kernel has most of them already.
     * Not an isolated one and not the only one of a node that needs a worker, if there is any other.
     */
    private int reserve(CpuSet candidates) {
        CpuSet spare = CpuSet.empty();
        Set<Integer> needed = demand().keySet();
        for (NumaNode node : host.nodes()) {
            CpuSet here = node.cpus().and(candidates);
            spare = here.size() > 1 || !needed.contains(node.id()) ? spare.or(here) : spare;
        }
        CpuSet preferred = spare.isEmpty() ? candidates : spare;
        CpuSet ordinary = preferred.without(host.isolated());
        int cpu = ordinary.isEmpty() ? preferred.first() : ordinary.first();
        lines.explain("CPU " + cpu + " is left to the system: "
                + (cpu == candidates.first() ? "the lowest" : "the lowest that can be spared"));
        return cpu;
    }

    /** How many workers there is use for on each node that may have some, by node. */
    private Map<Integer, Integer> demand() {
        var demand = new TreeMap<Integer, Integer>();
        map.nics().forEach(nic -> demand.merge(map.pollNode(nic.assumed()), 1, Integer::sum));
        map.taskNodes().forEach(task -> demand.merge(map.taskNode(task), 1, Math::max));
        if (demand.isEmpty()) {
            demand.put(host.nodeOf(usable.candidates().last()), 1);
        }
        return demand;
    }

    private void choose(
            int node, int wanted, CpuSet candidates, CpuSet reserved, List<Cpu> chosen, Map<Integer, String> reasons) {
        Set<Cpu> left = new HashSet<>(host.cpus().stream()
                .filter(cpu -> cpu.node() == node && candidates.contains(cpu.id()))
                .toList());
        int available = left.size();
        for (int i = 0; i < wanted && !left.isEmpty(); i++) {
            CpuSet taken = CpuSet.of(chosen.stream().mapToInt(Cpu::id).toArray());
            CpuSet busy = taken.or(request.avoid());
            Cpu best = left.stream()
                    .min(Comparator.comparingInt(
                                    (Cpu cpu) -> cpu.siblings().and(busy).size())
                            .thenComparing(cpu -> !cpu.isolated())
                            .thenComparingInt(
                                    cpu -> cpu.siblings().and(reserved).size())
                            .thenComparingInt(
                                    cpu -> host.cacheOf(cpu.id()).and(taken).size())
                            .thenComparingInt(Cpu::id))
                    .orElseThrow();
            reasons.put(best.id(), reason(best, busy, taken, reserved));
            chosen.add(best);
            left.remove(best);
        }
        if (available < wanted) {
            lines.explain("node " + node + " has use for " + wanted + " workers and CPUs for " + available);
        }
    }

    private String reason(Cpu cpu, CpuSet busy, CpuSet taken, CpuSet reserved) {
        var why = new ArrayList<String>();
        CpuSet sharing = cpu.siblings().and(busy);
        if (!sharing.isEmpty()) {
            why.add("SMT sibling of CPU " + sharing + ", as no free core is left on the node");
        } else if (!cpu.siblings().and(reserved).isEmpty()) {
            why.add("SMT sibling of the system's CPU " + reserved);
        } else {
            why.add("a core without another worker");
        }
        if (cpu.isolated()) {
            why.add("isolated from the scheduler");
        }
        CpuSet cache = host.cacheOf(cpu.id());
        if (!cache.isEmpty()) {
            CpuSet neighbors = cache.and(taken);
            why.add(
                    neighbors.isEmpty()
                            ? "an L3 without another worker"
                            : "L3 shared with the worker on CPU " + neighbors);
        }
        return String.join(", ", why);
    }
}
