package io.braid.numa.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Deals the NICs' queues to workers. */
final class NicQueues {
    private final PlanRequest request;
    private final List<WorkerPlan> workers;
    private final NodeMap map;
    private final Lines lines;
    /** Receive queues of each worker so far. */
    private final int[] load;

    NicQueues(PlanRequest request, List<WorkerPlan> workers, NodeMap map, Lines lines) {
        this.request = request;
        this.workers = workers;
        this.map = map;
        this.lines = lines;
        this.load = new int[workers.size()];
    }

    List<NicPlan> deal() {
        int count = request.nics().size();
        var queues = new ArrayList<List<WorkerPlan>>();
        for (int i = 0; i < count; i++) {
            queues.add(spread(request.nics().get(i), map.nics().get(i)));
        }
        var plans = new ArrayList<NicPlan>();
        for (int i = 0; i < count; i++) {
            NicRequest nic = request.nics().get(i);
            NicHome home = map.nics().get(i);
            int spread = queues.get(i).size();
            if (nic.steersByRule()) {
                steer(nic, home, queues.get(i));
            }
            List<Integer> rx = queues.get(i).stream().map(WorkerPlan::index).toList();
            int pollNode = map.pollNode(home.assumed());
            List<Integer> tx = transmit(nic, home, rx.subList(0, spread));
            var plan = new NicPlan(nic.name(), home.node(), home.source(), pollNode, rx, spread, tx);
            new NicLines(nic, home, plan, workers, map, lines).tell();
            plans.add(plan);
        }
        return plans;
    }

    /** The workers that share a NIC's flows: those of its node, or those with least to do if it has too few queues. */
    private List<WorkerPlan> spread(NicRequest nic, NicHome home) {
        int node = map.pollNode(home.assumed());
        var pollers = workers.stream()
                .filter(worker -> worker.node() == node)
                .sorted(leastLoaded())
                .limit(nic.maxRxQueues())
                .sorted(Comparator.comparingInt(WorkerPlan::index))
                .collect(Collectors.toCollection(ArrayList::new));
        pollers.forEach(worker -> load[worker.index()]++);
        return pollers;
    }

    /**
     * Adds queues that rules fill with the packets of tasks on other nodes, polled there: one for each worker, as far as
     * the queues go, every node getting its first before any its second. A node without memory gets none: its workers
     * would fetch each packet from elsewhere again.
     */
    private void steer(NicRequest nic, NicHome home, List<WorkerPlan> queues) {
        int node = map.pollNode(home.assumed());
        List<Integer> others = map.byDistance(home.assumed()).stream()
                .filter(other -> other != node && map.hasWorkers(other) && map.memoryNode(other) == other)
                .toList();
        var added = new ArrayList<WorkerPlan>();
        boolean more = true;
        while (more) {
            more = false;
            for (int other : others) {
                var next = workers.stream()
                        .filter(worker -> worker.node() == other && !added.contains(worker))
                        .min(leastLoaded());
                if (next.isPresent() && queues.size() + added.size() < nic.maxRxQueues()) {
                    added.add(next.get());
                    load[next.get().index()]++;
                    more = true;
                }
            }
        }
        added.sort(Comparator.comparingInt(WorkerPlan::index));
        queues.addAll(added);
    }

    private Comparator<WorkerPlan> leastLoaded() {
        return Comparator.comparingInt((WorkerPlan worker) -> load[worker.index()])
                .thenComparingInt(WorkerPlan::index);
    }

    /** A queue for each worker, first for those that poll the NIC, then for the nearest. */
    private List<Integer> transmit(NicRequest nic, NicHome home, List<Integer> pollers) {
        List<Integer> order = map.byDistance(home.assumed());
        List<Integer> ranked = workers.stream()
                .sorted(Comparator.comparingInt((WorkerPlan worker) -> rank(pollers, worker.index()))
                        .thenComparingInt(worker -> order.indexOf(worker.node()))
                        .thenComparingInt(WorkerPlan::index))
                .map(WorkerPlan::index)
                .toList();
        return workers.stream()
                .map(worker -> ranked.indexOf(worker.index()))
                .map(queue -> queue < nic.maxTxQueues() ? queue : -1)
                .toList();
    }

    private static int rank(List<Integer> pollers, int worker) {
        int at = pollers.indexOf(worker);
        return at < 0 ? pollers.size() : at;
    }
}
