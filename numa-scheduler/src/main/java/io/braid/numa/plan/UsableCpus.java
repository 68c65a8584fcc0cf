package io.braid.numa.plan;

import io.braid.linux.CpuSet;
import io.braid.numa.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The CPUs that could be workers, and the configured ones checked. */
final class UsableCpus {
    private final PlanRequest request;
    private final Topology host;
    private final CpuSet online;
    private final CpuSet permitted;
    private final CpuSet candidates;

    UsableCpus(PlanRequest request, Lines lines) {
        this.request = request;
        host = request.topology();
        online = host.online();
        host.notes().forEach(note -> lines.explain("topology: " + note));
        lines.explain("online CPUs " + online + ", allowed to this process " + request.allowed()
                + host.cpuset().map(set -> ", in its cpuset " + set).orElse(""));
        CpuSet unknown = request.avoid().without(host.existing());
        if (!unknown.isEmpty()) {
            lines.warn("tasks.cpus names CPUs that this host does not have (" + unknown + "; there are "
                    + host.existing() + "), so that tasks may run on others, which workers take; name CPUs that exist");
        }
        permitted = permitted(lines);
        candidates = withoutTasks(lines);
    }

    private CpuSet permitted(Lines lines) {
        CpuSet allowed = online.and(request.allowed());
        if (allowed.isEmpty()) {
            throw new PlanException(
                    "no CPU can be used",
                    List.of("none is both online (" + online + ") and allowed to this process (" + request.allowed()
                            + ")"));
        }
        Optional<CpuSet> cpuset = host.cpuset();
        if (cpuset.isPresent() && cpuset.get().and(allowed).isEmpty()) {
            lines.warn("none of the allowed CPUs " + allowed + " is in the control group's cpuset " + cpuset.get()
                    + ", so that pinning workers may fail; widen the cpuset, or the affinity mask");
            return allowed;
        }
        return cpuset.map(allowed::and).orElse(allowed);
    }

    private CpuSet withoutTasks(Lines lines) {
        CpuSet free = permitted.without(request.avoid());
        if (free.isEmpty()) {
            lines.warn("tasks are pinned to every usable CPU (" + permitted
                    + "), so that workers take CPU time from them; leave some CPUs out of tasks.cpus");
            return permitted;
        }
        if (!request.avoid().isEmpty()) {
            lines.explain("tasks are pinned to CPUs " + request.avoid() + ": no worker is put there");
        }
        return free;
    }

    /** Those that may become workers: usable, and no task is pinned there unless that leaves none. Not empty. */
    CpuSet candidates() {
        return candidates;
    }

    /** The nodes of the configured CPUs, or of all that may become workers. */
    Set<Integer> nodes() {
        CpuSet configured = CpuSet.of(request.cpus().stream()
                .filter(online::contains)
                .mapToInt(Integer::intValue)
                .toArray());
        return host.nodesOf(configured.isEmpty() ? candidates : configured).keySet();
    }

    /**
     * The workers that the configuration lists, in its order.
     *
     * @throws PlanException with every fault of the list
     */
    WorkerChoice configured(Lines lines) {
        List<Integer> cpus = request.cpus();
        var faults = new ArrayList<String>();
        for (int i = 0; i < cpus.size(); i++) {
            fault(cpus.get(i), cpus.subList(0, i)).ifPresent(faults::add);
        }
        if (!faults.isEmpty()) {
            throw new PlanException("workers.cpus", faults);
        }
        var workers = new ArrayList<WorkerPlan>();
        for (int cpu : cpus) {
            workers.add(new WorkerPlan(workers.size(), cpu, host.nodeOf(cpu)));
        }
        warnOfSharing(workers, lines);
        CpuSet taken = CpuSet.of(cpus.stream().mapToInt(Integer::intValue).toArray());
        return new WorkerChoice(
                workers, rest(taken), cpus.stream().map(_ -> "configured").toList());
    }

    private Optional<String> fault(int cpu, List<Integer> before) {
        if (before.contains(cpu)) {
            return Optional.of("CPU " + cpu + " is listed twice");
        } else if (cpu < 0 || cpu >= CpuSet.CAPACITY) {
            return Optional.of("CPU " + cpu + " is outside 0-" + (CpuSet.CAPACITY - 1));
        } else if (host.cpu(cpu).isEmpty()) {
            return Optional.of("CPU " + cpu + " does not exist; there are " + host.existing());
        } else if (!online.contains(cpu)) {
            return Optional.of("CPU " + cpu + " is offline; online are " + online);
        } else if (!request.allowed().contains(cpu)) {
            return Optional.of("CPU " + cpu + " is not allowed to this process; allowed are " + request.allowed()
                    + " (cgroup cpuset or taskset)");
        } else if (!permitted.contains(cpu)) {
            return Optional.of("CPU " + cpu + " is outside the control group's cpuset "
                    + host.cpuset().map(CpuSet::toString).orElse(""));
        }
        return Optional.empty();
    }

    private void warnOfSharing(List<WorkerPlan> workers, Lines lines) {
        for (WorkerPlan worker : workers) {
            if (request.avoid().contains(worker.cpu())) {
                lines.warn("worker-" + worker.index() + " is configured to run on CPU " + worker.cpu()
                        + ", which tasks are pinned to: each takes time from the other; take it out of workers.cpus or"
                        + " tasks.cpus");
            }
            CpuSet siblings = host.cpu(worker.cpu()).orElseThrow().siblings();
            workers.stream()
                    .filter(other -> other.index() < worker.index() && siblings.contains(other.cpu()))
                    .findFirst()
                    .ifPresent(other -> lines.warn("worker-" + other.index() + " on CPU " + other.cpu() + " and worker-"
                            + worker.index() + " on CPU " + worker.cpu()
                            + " share one core, so that each gets about half of it; name CPUs of different cores"));
        }
    }

    /** What is left to the system: CPUs that are nobody's, else those of tasks, else all. */
    CpuSet rest(CpuSet workers) {
        CpuSet free = candidates.without(workers);
        if (!free.isEmpty()) {
            return free;
        }
        CpuSet ofTasks = permitted.without(workers);
        return ofTasks.isEmpty() ? permitted : ofTasks;
    }
}
