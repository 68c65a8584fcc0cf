package io.braid.numa.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Deals the queues of task ports to workers. */
final class TaskQueues {
    private final PlanRequest request;
    private final List<WorkerPlan> workers;
    private final NodeMap map;
    private final Lines lines;
    /** Task queues of each worker so far. */
    private final int[] load;
    /** NIC queues of each worker. */
    private final int[] polling;

    TaskQueues(PlanRequest request, List<WorkerPlan> workers, List<NicPlan> nics, NodeMap map, Lines lines) {
        this.request = request;
        this.workers = workers;
        this.map = map;
        this.lines = lines;
        this.load = new int[workers.size()];
        this.polling = new int[workers.size()];
        nics.forEach(nic -> nic.rxQueues().forEach(worker -> polling[worker]++));
    }

    List<TaskPlan> deal() {
        List<TaskPlan> plans = request.tasks().stream().map(this::deal).toList();
        map.taskNodes().forEach(this::warn);
        warnOfOneWorker();
        return plans;
    }

    private TaskPlan deal(TaskRequest task) {
        Map<Integer, Integer> cpus = map.host().nodesOf(task.cpus());
        List<Integer> nodes = cpus.keySet().stream()
                .sorted(Comparator.comparingInt((Integer node) -> -cpus.getOrDefault(node, 0))
                        .thenComparingInt(node -> node))
                .toList();
        var queues = new ArrayList<Integer>();
        var homes = new ArrayList<Integer>();
        while (queues.size() < task.maxQueues() && next(nodes, cpus, homes, queues)) {
            WorkerPlan worker = workers.get(queues.getLast());
            lines.explain("queue " + (queues.size() - 1) + " of task " + task.name() + " is polled by " + worker + ": "
                    + why(homes.getLast(), worker));
        }
        return new TaskPlan(task.name(), nodes.size() == 1 ? nodes.getFirst() : -1, nodes, queues);
    }

    /**
     * Adds a queue for the node that has fewest for its share of the task's CPUs, each node getting its first before any
     * its second; whether there was a worker left for it.
     */
    private boolean next(List<Integer> nodes, Map<Integer, Integer> cpus, List<Integer> homes, List<Integer> queues) {
        var dealt = new HashMap<Integer, Integer>();
        homes.forEach(home -> dealt.merge(home, 1, Integer::sum));
        List<Integer> order = nodes.isEmpty()
                ? List.of(-1)
                : nodes.stream()
                        .sorted(Comparator.comparing((Integer node) -> dealt.containsKey(node))
                                .thenComparingDouble(node ->
                                        (double) -cpus.getOrDefault(node, 0) / (dealt.getOrDefault(node, 0) + 1)))
                        .toList();
        for (int home : order) {
            var worker = workers.stream()
                    .filter(candidate -> !queues.contains(candidate.index()))
                    .filter(candidate -> home < 0 || candidate.node() == map.taskNode(home))
                    .min(Comparator.comparingInt((WorkerPlan candidate) -> load[candidate.index()])
                            .thenComparingInt(candidate -> polling[candidate.index()])
                            .thenComparingInt(WorkerPlan::index));
            if (worker.isPresent()) {
                load[worker.get().index()]++;
                homes.add(home);
                queues.add(worker.get().index());
                return true;
            }
        }
        return false;
    }

    private static String why(int home, WorkerPlan worker) {
        if (home < 0) {
            return "nothing says where the task runs, and the worker has fewest task queues";
        }
        return home == worker.node()
                ? "the task runs on that node"
                : "the task runs on node " + home + ", where no worker runs";
    }

    private void warn(int node) {
        if (!map.hasWorkers(node)) {
            lines.warn("tasks run on node " + node + ", where no worker runs; workers of node " + map.taskNode(node)
                    + " serve them, and each of their packets crosses between the nodes; leave CPUs of node " + node
                    + " to workers ("
                    + map.host()
                            .node(node)
                            .map(found -> found.cpus().toString())
                            .orElse("")
                    + ")");
        }
        if (!map.nics().isEmpty() && map.nics().stream().noneMatch(nic -> nic.assumed() == node)) {
            lines.warn("tasks run on node " + node
                    + ", which has no uplink, so that each of their packets crosses between nodes; run them near the"
                    + " NICs, or make a NIC of that node an uplink");
        }
    }

    private void warnOfOneWorker() {
        var homes = new TreeSet<>(map.taskNodes());
        map.nics().stream().filter(NicHome::isKnown).forEach(nic -> homes.add(nic.node()));
        if (workers.size() == 1 && homes.size() > 1) {
            lines.warn("one worker, " + workers.getFirst() + ", serves nodes " + homes
                    + ": packets of all but its own cross between nodes, and one core carries everything; give the"
                    + " process CPUs of each node");
        }
    }
}
