package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * Which node serves which: where NICs and tasks are, and whose workers are best for them.
 *
 * <p>What counts is how often a packet goes from one node to another on its way NIC, memory, worker that polls, worker of
 * the task, task (and back); at equal counts, the distance. A node with workers and memory always serves itself at least as
 * well as another does, so all this matters only to nodes without CPUs or without memory.
 */
final class NodeMap {
    /** Divides evenly by the number of nodes a task may be on. */
    private static final int TASK = 840;

    private static final int ROUNDS = 3;

    private final Topology host;
    private final Map<Integer, List<Integer>> byDistance = new HashMap<>();
    private final Map<Integer, Integer> memory = new HashMap<>();
    private final Map<Integer, Integer> taskWeights;
    private final List<NicHome> nics;
    private final Map<Integer, Integer> taskNodes = new HashMap<>();
    private final Map<Integer, Integer> pollNodes = new HashMap<>();
    private Set<Integer> servers;

    /**
     * Looks at a host.
     *
     * @param servers the nodes that may have workers, at least one
     */
    NodeMap(PlanRequest request, Set<Integer> servers, Lines lines) {
        this.host = request.topology();
        for (NumaNode node : host.nodes()) {
            List<Integer> order = host.byDistance(node.id());
            byDistance.put(node.id(), order);
            order.stream()
                    .filter(at -> host.node(at).map(NumaNode::hasMemory).orElse(false))
                    .findFirst()
                    .ifPresent(nearest -> memory.put(node.id(), nearest));
        }
        this.taskWeights = weights(request);
        this.nics = new NicHomes(host, lines).find(request.nics(), servers, taskWeights);
        this.servers = servers;
        assign();
    }

    /** From now on only these nodes have workers. */
    void restrictTo(Set<Integer> nodes) {
        servers = nodes;
        assign();
    }

    /**
     * Whom a NIC is best polled by depends on who serves the tasks, and the other way round: starting from the tasks alone,
     * each is decided anew by the other until both are settled, which on hosts where every node has workers they are at
     * once.
     */
    private void assign() {
        pollNodes.clear();
        for (int round = 0; round < ROUNDS; round++) {
            for (NumaNode node : host.nodes()) {
                taskNodes.put(node.id(), best(node.id(), worker -> taskCost(node.id(), worker)));
            }
            for (NumaNode node : host.nodes()) {
                pollNodes.put(node.id(), best(node.id(), worker -> pollCost(node.id(), worker)));
            }
        }
    }

    Topology host() {
        return host;
    }

    List<NicHome> nics() {
        return nics;
    }

    /** All nodes, the nearest first. */
    List<Integer> byDistance(int from) {
        return byDistance.getOrDefault(from, List.of());
    }

    /** The nodes that tasks are known to be on, ascending. */
    Set<Integer> taskNodes() {
        return new TreeSet<>(taskWeights.keySet());
    }

    boolean hasWorkers(int node) {
        return servers.contains(node);
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
        Map<Integer, Integer> nodes = host.nodesOf(cpus);
        int all = nodes.values().stream().mapToInt(Integer::intValue).sum();
        nodes.forEach((node, count) -> weights.merge(node, Math.max(1, TASK * count / all), Integer::sum));
    }

    /** The node where memory for the CPUs of a node is: itself, or the nearest that has any. */
    int memoryNode(int node) {
        return memory.getOrDefault(node, node);
    }

    /** The node whose workers poll a NIC that is on the given one. */
    int pollNode(int nic) {
        return pollNodes.getOrDefault(nic, nic);
    }

    /** The node whose workers serve tasks that run on the given one. */
    int taskNode(int task) {
        return taskNodes.getOrDefault(task, task);
    }

    /** Crossings of what comes in by a NIC if workers of the given node poll it. */
    private int pollCost(int nic, int worker) {
        int at = memoryNode(worker);
        int tasks = taskWeights.values().stream().mapToInt(Integer::intValue).sum();
        int cost = Math.max(1, tasks) * (crossing(nic, at) + crossing(at, worker));
        for (var task : taskWeights.entrySet()) {
            cost += task.getValue() * crossing(worker, taskNode(task.getKey()));
        }
        return cost;
    }

    /** Crossings of what a task sends, and of what it gets, if workers of the given node serve it. */
    private int taskCost(int task, int worker) {
        int at = memoryNode(worker);
        // Workers prefer the NICs next to their memory.
        boolean ownNic = nics.stream().anyMatch(nic -> nic.assumed() == at);
        int cost = nics.size() * (2 * crossing(task, worker) + crossing(worker, at));
        for (NicHome nic : nics) {
            cost += arrival(nic.assumed(), worker) + (ownNic ? 0 : crossing(at, nic.assumed()));
        }
        return cost;
    }

    /** Crossings from a NIC to a worker: by the node that polls the NIC or, as long as that is open, by the best. */
    private int arrival(int nic, int worker) {
        Integer decided = pollNodes.get(nic);
        if (decided != null) {
            return arrival(nic, decided, worker);
        }
        int least = Integer.MAX_VALUE;
        for (int server : servers) {
            least = Math.min(least, arrival(nic, server, worker));
        }
        return least;
    }

    private int arrival(int nic, int poller, int worker) {
        int at = memoryNode(poller);
        return crossing(nic, at) + crossing(at, poller) + crossing(poller, worker);
    }

    /** The server of least cost, the nearest of several. */
    private int best(int from, IntUnaryOperator cost) {
        int best = -1;
        int least = Integer.MAX_VALUE;
        for (int node : byDistance(from)) {
            int found = servers.contains(node) ? cost.applyAsInt(node) : Integer.MAX_VALUE;
            if (found < least) {
                least = found;
                best = node;
            }
        }
        if (best < 0) {
            throw new IllegalStateException("no node has CPUs for workers");
        }
        return best;
    }

    private static int crossing(int from, int to) {
        return from == to ? 0 : 1;
    }
}
