package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.Topology;
import java.util.List;

/**
 * All that a plan depends on. The choice of workers does not depend on the numbers of queues, so that a plan made before
 * the devices are open and one made after have the same workers.
 *
 * @param topology the host
 * @param allowed the process's affinity mask, read before anything pins its threads
 * @param cpus the configured CPUs of the workers, in their order; empty to leave the choice to the planner
 * @param nics in the operator's order
 * @param tasks those that are known already
 * @param avoid CPUs that tasks are pinned to: never a worker's if any other CPU is left
 * @param memory how much memory there will be
 */
public record PlanRequest(
        Topology topology,
        CpuSet allowed,
        List<Integer> cpus,
        List<NicRequest> nics,
        List<TaskRequest> tasks,
        CpuSet avoid,
        MemoryNeeds memory) {
    public PlanRequest {
        cpus = List.copyOf(cpus);
        nics = List.copyOf(nics);
        tasks = List.copyOf(tasks);
    }

    /** The same where it does not matter that packets stay on one node. */
    public PlanRequest asOneNode() {
        return new PlanRequest(
                topology.asOneNode(),
                allowed,
                cpus,
                nics.stream().map(NicRequest::anywhere).toList(),
                tasks,
                avoid,
                memory);
    }
}
