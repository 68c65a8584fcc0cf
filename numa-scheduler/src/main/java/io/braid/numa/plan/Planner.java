package io.braid.numa.plan;

import java.util.List;

/**
 * Decides where everything on a host is to be. Pure: no device, no thread, no clock; equal requests have equal plans.
 * Any thread.
 */
public final class Planner {
    private Planner() {}

    /**
     * Makes the plan. A host that is not as it should be still gets one, with warnings.
     *
     * @throws PlanException when the configured CPUs cannot be used (with every fault), or when there is no CPU at all
     */
    public static PlacementPlan plan(PlanRequest request) {
        var lines = new Lines();
        var usable = new UsableCpus(request, lines);
        var map = new NodeMap(request, usable.nodes(), lines);
        WorkerChoice workers = request.cpus().isEmpty()
                ? new AutomaticChoice(request, usable, map, lines).choose()
                : usable.configured(lines);
        map.restrictTo(workers.nodes());
        workers.describe(lines);
        List<NicPlan> nics = new NicQueues(request, workers.workers(), map, lines).deal();
        List<TaskPlan> tasks = new TaskQueues(request, workers.workers(), nics, map, lines).deal();
        List<MemoryArea> memory = new MemoryPlanner(request, workers.workers(), map, lines).place();
        return new PlacementPlan(
                workers.workers(), workers.system(), nics, tasks, memory, lines.explanation(), lines.warnings());
    }
}
