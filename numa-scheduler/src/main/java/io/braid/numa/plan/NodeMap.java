package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.Topology;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Which node serves which: where NICs and tasks are, and whose workers are best for them.
 *
 * <p>What counts is how often a packet goes from one node to another on its way NIC, memory, worker that polls, worker of
 * the task, task (and back); at equal counts, the distance. A node with workers always serves itself at least as well as
 * another does, so all this matters only to nodes without CPUs or without memory.
 */
final class NodeMap {
    /** Divides evenly by the number of nodes a task may be on. */
    private static final int TASK = 840;

    private final Topology host;
    private final List<NicHome> nics;
    private final Map<Integer, Integer> taskWeights;
    private Set<Integer> servers;

    NodeMap(PlanRequest request, Set<Integer> servers, Lines lines) {
        this.host = request.topology();
        this.servers = servers;
        this.taskWeights = weights(request);
        this.nics = new NicHomes(host, lines).find(request.nics(), servers, taskWeights);
    }

    /** From now on only these nodes have workers. */
    void restrictTo(Set<Integer> nodes) {
        servers = nodes;
    }

    Topology host() {
        return host;
    }

    List<NicHome> nics() {
        return nics;
    }

    /** The nodes that tasks are known to be on, ascending. */
    Set<Integer> taskNodes() {
        return new TreeSet<>(taskWeights.keySet());
    }

    boolean hasWorkers(int node) {
        return servers.contains(node);
    }

    /** The nodes of a task's CPUs with their number, the node with most first. */
    Map<Integer, Integer> nodesOf(CpuSet cpus) {
        var counts = new TreeMap<Integer, Integer>();
        cpus.stream().map(host::nodeOf).filter(node -> node >= 0).forEach(node -> counts.merge(node, 1, Integer::sum));
        return counts;
    }

    private Map<Integer, Integer> weights(PlanRequest request) {
        var weights = new HashMap<Integer, Integer>();
        request.tasks().forEach(task -> add(weights, task.cpus()));
        if (weights.isEmpty()) {
            add(weights, request.avoid()); // tasks will come where CPUs are set aside for them
        }
        return weights;
    }

    private void add(Map<Integer, Integer> weights, CpuSet cpus) {
        Map<Integer, Integer> nodes = nodesOf(cpus);
        int all = nodes.values().stream().mapToInt(Integer::intValue).sum();
        nodes.forEach((node, count) -> weights.merge(node, Math.max(1, TASK * count / all), Integer::sum));
    }

    /** The node where memory for the CPUs of a node is: itself, or the nearest that has any. */
    int memoryNode(int node) {
        return host.byDistance(node).stream()
                .filter(at -> host.node(at).map(NumaNode::hasMemory).orElse(false))
                .findFirst()
                .orElse(node);
    }

    /** The node whose workers poll a NIC that is on the given one. */
    int pollNode(int nic) {
        int tasks = taskWeights.values().stream().mapToInt(Integer::intValue).sum();
        return best(nic, worker -> {
            int memory = memoryNode(worker);
            int cost = Math.max(1, tasks) * (crossing(nic, memory) + crossing(memory, worker));
            for (var task : taskWeights.entrySet()) {
                cost += task.getValue() * crossing(worker, task.getKey());
            }
            return cost;
        });
    }

    /** The node whose workers serve tasks that run on the given one. */
    int taskNode(int task) {
        int all = nics.size();
        return best(task, worker -> {
            int memory = memoryNode(worker);
            boolean ownNic = nics.stream().anyMatch(nic -> nic.assumed() == worker);
            int cost = all * (2 * crossing(task, worker) + crossing(worker, memory));
            for (NicHome nic : nics) {
                cost += crossing(nic.assumed(), worker) + crossing(memory, ownNic ? worker : nic.assumed());
            }
            return cost;
        });
    }

    private int best(int from, ToIntFunction<Integer> cost) {
        List<Integer> order = host.byDistance(from);
        return servers.stream()
                .min(Comparator.comparingInt(cost).thenComparingInt(order::indexOf))
                .orElseThrow();
    }

    private static int crossing(int from, int to) {
        return from == to ? 0 : 1;
    }
}
