package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.placement.NicLimits;
import io.braid.dataplane.placement.PlanRequests;
import io.braid.linux.CpuSet;
import io.braid.numa.plan.MemoryNeeds;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.PlanException;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.Planner;
import io.braid.numa.plan.WorkerPlan;
import io.braid.numa.topology.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether there are CPUs for workers where they are wanted; {@code braid plan} says more. */
final class CpuCheck {
    private static final String SUBJECT = "cpus";

    private CpuCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        try {
            return plan(config, files)
                    .map(CpuCheck::findings)
                    .orElse(List.of(Finding.warn(SUBJECT, "the kernel's list of CPUs is not readable", "")));
        } catch (PlanException e) {
            return e.faults().stream()
                    .map(fault -> Finding.fail(SUBJECT, fault, "braid plan shows what there is"))
                    .toList();
        }
    }

    /** The same for those who do not tell why there is none: that was told. */
    static Optional<PlacementPlan> planned(HostConfig config, HostFiles files) {
        try {
            return plan(config, files);
        } catch (PlanException told) {
            return Optional.empty();
        }
    }

    /**
     * The plan as far as it can be made without opening a device; empty when the CPUs cannot be read.
     *
     * @throws PlanException when there can be none
     */
    static Optional<PlacementPlan> plan(HostConfig config, HostFiles files) {
        return allowed(files.procfs())
                .map(allowed ->
                        Planner.plan(request(config, Topology.read(files.sysfs(), files.procfs(), allowed), allowed)));
    }

    /** Without memory, which {@link MemoryCheck} looks at. */
    private static PlanRequest request(HostConfig config, Topology host, CpuSet allowed) {
        PlanRequest full = PlanRequests.of(config, host, allowed, NicLimits::assumed, List.of());
        return new PlanRequest(
                full.topology(), allowed, full.cpus(), full.nics(), full.tasks(), full.avoid(), MemoryNeeds.NONE);
    }

    private static List<Finding> findings(PlacementPlan plan) {
        var findings = new ArrayList<Finding>();
        findings.add(Finding.ok(
                SUBJECT,
                plan.workers().stream().map(WorkerPlan::toString).collect(Collectors.joining(", ")) + "; CPUs "
                        + plan.system() + " for everything else"));
        plan.warnings().forEach(warning -> findings.add(Finding.warn(SUBJECT, warning, "")));
        return findings;
    }

    private static Optional<CpuSet> allowed(Path procfs) {
        String key = "Cpus_allowed_list:";
        try {
            return HostFiles.text(procfs.resolve("self/status"))
                    .flatMap(text ->
                            text.lines().filter(line -> line.startsWith(key)).findFirst())
                    .map(line -> CpuSet.parse(line.substring(key.length())))
                    .filter(set -> !set.isEmpty());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // reported by the caller as not readable
        }
    }
}
