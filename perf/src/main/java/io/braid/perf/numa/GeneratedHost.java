package io.braid.perf.numa;

import io.braid.linux.CpuSet;
import io.braid.numa.plan.NicRequest;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.TaskRequest;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A made-up host with uplinks and tasks.
 *
 * @param seed what it was made from; says which one it is
 * @param request what is asked for it; every NIC is a PCI device of its topology
 */
public record GeneratedHost(long seed, PlanRequest request) {
    Topology topology() {
        return request.topology();
    }

    /** The node of each NIC; -1 if that is not known. */
    List<Integer> nicNodes() {
        return request.nics().stream()
                .map(NicRequest::pciAddress)
                .map(address ->
                        address.flatMap(topology()::device).map(PciDevice::node).orElse(-1))
                .toList();
    }

    /** How much of a task runs on each node; nothing for a task of unknown CPUs. */
    Map<Integer, Double> shares(TaskRequest task) {
        var shares = new TreeMap<Integer, Double>();
        task.cpus().stream()
                .map(topology()::nodeOf)
                .filter(node -> node >= 0)
                .forEach(node -> shares.merge(node, 1.0, Double::sum));
        double all = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        shares.replaceAll((_, count) -> count / all);
        return shares;
    }

    /** The CPUs that may become workers. */
    CpuSet candidates() {
        return topology().online().and(request.allowed()).without(request.avoid());
    }

    /**
     * Whether each node has memory, a NIC, a task and a CPU for a worker, with one CPU more for the system, and every task
     * has a queue for each node it runs on: then no packet needs to cross in vain.
     */
    boolean isWhole() {
        Set<Integer> nics = new HashSet<>(nicNodes());
        Set<Integer> tasks = new HashSet<>();
        for (TaskRequest task : request.tasks()) {
            Set<Integer> nodes = shares(task).keySet();
            tasks.addAll(nodes);
            if (nodes.isEmpty() || nodes.size() > task.maxQueues()) {
                return false;
            }
        }
        List<NumaNode> nodes = topology().nodes();
        return request.cpus().isEmpty()
                && candidates().size() > nodes.size()
                && nodes.stream()
                        .allMatch(node -> node.hasMemory()
                                && nics.contains(node.id())
                                && tasks.contains(node.id())
                                && !node.cpus().and(candidates()).isEmpty());
    }
}
