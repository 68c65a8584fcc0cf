package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import io.braid.numa.plan.MemoryArea.Kind;
import io.braid.numa.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * Where everything is to be. Equal requests have equal plans.
 *
 * @param workers at least one, by index
 * @param system the CPUs for everything that is not a worker; shared with workers when there are too few
 * @param nics in the order of the request
 * @param tasks in the order of the request
 * @param memory packet buffers by node, then flow tables and rings by worker
 * @param explanation one line per decision: what and why
 * @param warnings what is costly, what it costs and what to do about it
 */
public record PlacementPlan(
        List<WorkerPlan> workers,
        CpuSet system,
        List<NicPlan> nics,
        List<TaskPlan> tasks,
        List<MemoryArea> memory,
        List<String> explanation,
        List<String> warnings) {
    public PlacementPlan {
        workers = List.copyOf(workers);
        nics = List.copyOf(nics);
        tasks = List.copyOf(tasks);
        memory = List.copyOf(memory);
        explanation = List.copyOf(explanation);
        warnings = List.copyOf(warnings);
    }

    /** The CPUs of the workers, by worker. */
    public List<Integer> cpus() {
        return workers.stream().map(WorkerPlan::cpu).toList();
    }

    /** The workers of a node. */
    public List<WorkerPlan> workersOn(int node) {
        return workers.stream().filter(worker -> worker.node() == node).toList();
    }

    /** The nodes that have packet buffers, ascending. */
    public List<Integer> poolNodes() {
        return memory.stream()
                .filter(area -> area.kind() == Kind.MEMPOOL)
                .map(MemoryArea::node)
                .toList();
    }

    /** The node where a worker's memory of a kind lies: its own, unless that has none. */
    public int memoryNode(Kind kind, int worker) {
        return memory.stream()
                .filter(area -> area.kind() == kind && area.worker() == worker)
                .mapToInt(MemoryArea::node)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("worker-" + worker + " has no " + kind.title()));
    }

    /**
     * The node whose NICs a worker sends by as long as there are any: the one where its packets lie, which is its own
     * unless that has no memory.
     */
    public int egressNode(int worker) {
        return memoryNode(Kind.RING, worker);
    }

    /**
     * What stands against this plan by now, in words: workers whose CPU was removed, switched off or taken from the
     * process since it was made. Empty if it still holds.
     *
     * @param now the host, read again
     * @param allowed the affinity mask, read again
     */
    public List<String> faults(Topology now, CpuSet allowed) {
        CpuSet online = now.online();
        var faults = new ArrayList<String>();
        for (WorkerPlan worker : workers) {
            if (!online.contains(worker.cpu())) {
                faults.add("CPU " + worker.cpu() + " of worker-" + worker.index()
                        + " went offline since the plan was made; start again to plan without it, or switch it on: "
                        + "echo 1 > /sys/devices/system/cpu/cpu" + worker.cpu() + "/online");
            } else if (!allowed.contains(worker.cpu())) {
                faults.add("CPU " + worker.cpu() + " of worker-" + worker.index()
                        + " was taken from this process since the plan was made (cpuset or taskset); allowed are now "
                        + allowed);
            }
        }
        return faults;
    }

    /**
     * Insists that the plan still holds.
     *
     * @throws PlanException with all {@link #faults}
     */
    public void requireValid(Topology now, CpuSet allowed) {
        List<String> faults = faults(now, allowed);
        if (!faults.isEmpty()) {
            throw new PlanException("the plan is out of date", faults);
        }
    }
}
