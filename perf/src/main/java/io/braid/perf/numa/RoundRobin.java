package io.braid.perf.numa;

import io.braid.linux.CpuSet;
import io.braid.numa.plan.NicRequest;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.TaskRequest;
import io.braid.numa.plan.WorkerPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Deals queues to workers in turn without a thought for nodes, and sends by all NICs alike. */
final class RoundRobin {
    private final GeneratedHost host;
    private final List<Integer> workerNodes;
    private int next;

    private RoundRobin(GeneratedHost host, List<Integer> workerNodes) {
        this.host = host;
        this.workerNodes = workerNodes;
    }

    /** With the workers that a plan chose: only who polls what differs. */
    static Layout withWorkersOf(GeneratedHost host, PlacementPlan plan, boolean prefersLocal) {
        return new RoundRobin(
                        host, plan.workers().stream().map(WorkerPlan::node).toList())
                .deal(prefersLocal);
    }

    /** With the lowest CPUs as workers, as many as there are NICs, unless the configuration lists CPUs. */
    static Layout withFirstCpus(GeneratedHost host) {
        return new RoundRobin(
                        host,
                        firstCpus(host).stream().map(host.topology()::nodeOf).toList())
                .deal(false);
    }

    private static List<Integer> firstCpus(GeneratedHost host) {
        if (!host.request().cpus().isEmpty()) {
            return host.request().cpus();
        }
        CpuSet free = host.candidates();
        CpuSet usable =
                free.isEmpty() ? host.topology().online().and(host.request().allowed()) : free;
        return usable.stream()
                .skip(usable.size() > 1 ? 1 : 0)
                .limit(host.request().nics().size())
                .boxed()
                .toList();
    }

    private Layout deal(boolean prefersLocal) {
        var nics = new ArrayList<Layout.Queues>();
        for (NicRequest nic : host.request().nics()) {
            List<Integer> rx = queues(nic.maxRxQueues());
            List<Integer> tx = IntStream.range(0, workerNodes.size())
                    .mapToObj(worker -> worker < nic.maxTxQueues() ? worker : -1)
                    .toList();
            nics.add(new Layout.Queues(rx, rx.size(), tx));
        }
        var tasks = new ArrayList<List<Integer>>();
        for (TaskRequest task : host.request().tasks()) {
            tasks.add(queues(task.maxQueues()));
        }
        return new Layout(workerNodes, nics, tasks, prefersLocal);
    }

    private List<Integer> queues(int most) {
        var workers = new ArrayList<Integer>();
        while (workers.size() < Math.min(most, workerNodes.size())) {
            workers.add(next++ % workerNodes.size());
        }
        return workers;
    }
}
