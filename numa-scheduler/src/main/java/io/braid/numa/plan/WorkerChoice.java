package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The workers, and what is left.
 *
 * @param workers by index
 * @param system CPUs for everything else
 * @param reasons for each worker, why it runs where it does
 */
record WorkerChoice(List<WorkerPlan> workers, CpuSet system, List<String> reasons) {
    Set<Integer> nodes() {
        return workers.stream().map(WorkerPlan::node).collect(Collectors.toSet());
    }

    CpuSet cpus() {
        return CpuSet.of(workers.stream().mapToInt(WorkerPlan::cpu).toArray());
    }

    void describe(Lines lines) {
        for (WorkerPlan worker : workers) {
            lines.explain("worker-" + worker.index() + " runs on CPU " + worker.cpu() + " (node " + worker.node()
                    + "): " + reasons.get(worker.index()));
        }
        boolean shared = !system.and(cpus()).isEmpty();
        lines.explain(
                shared
                        ? "the system shares CPUs " + system + " with the workers: no other CPU is left"
                        : "left to the system, all told: CPUs " + system);
        if (shared) {
            lines.warn(
                    "every usable CPU is a worker's, so that timers, BGP and the kernel interrupt packet work and the"
                            + " other way round; give the process one CPU more, or name fewer in workers.cpus");
        }
    }
}
