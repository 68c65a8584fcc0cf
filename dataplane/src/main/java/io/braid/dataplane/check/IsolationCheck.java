package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import io.braid.linux.CpuSet;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.WorkerPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether the kernel keeps other work, and its own timer, off the CPUs of workers that were named for it; else packets wait while something else has its turn. */
final class IsolationCheck {
    private static final String SUBJECT = "cpu isolation";

    private IsolationCheck() {}

    /** @param plan which CPUs are the workers' */
    static List<Finding> run(HostConfig config, PlacementPlan plan, HostFiles files) {
        List<Integer> workers = plan.workers().stream().map(WorkerPlan::cpu).toList();
        Path cpus = files.sysfs().resolve("devices/system/cpu");
        List<Integer> shared = outside(workers, cpus.resolve("isolated"));
        List<Integer> ticking = outside(workers, cpus.resolve("nohz_full"));
        if (shared.isEmpty() && ticking.isEmpty()) {
            return List.of(Finding.ok(SUBJECT, "the workers' CPUs are isolated and without a timer tick"));
        }
        if (config.workers().cpus().isAuto()) {
            // Nobody has said that CPUs are for packets alone, and a host that is shared may want it so.
            return List.of(Finding.ok(
                    SUBJECT,
                    "the kernel may run other work on the workers' CPUs " + text(workers)
                            + "; isolcpus= keeps it off"));
        }
        var findings = new ArrayList<Finding>();
        if (!shared.isEmpty()) {
            findings.add(Finding.warn(
                    SUBJECT,
                    "the kernel may run other work on the workers' CPUs " + text(shared),
                    "add isolcpus=" + text(workers) + " to the kernel's command line"));
        }
        if (!ticking.isEmpty()) {
            findings.add(Finding.warn(
                    SUBJECT,
                    "the timer interrupts the workers' CPUs " + text(ticking) + " up to 1000 times a second",
                    "add nohz_full=" + text(workers) + " rcu_nocbs=" + text(workers)
                            + " to the kernel's command line"));
        }
        return findings;
    }

    /** Those that are not in the list in a file, which on a kernel without the feature is not there. */
    private static List<Integer> outside(List<Integer> cpus, Path file) {
        Optional<CpuSet> in = HostFiles.text(file)
                .filter(text -> text.matches("[0-9][0-9,-]*"))
                .map(CpuSet::parse);
        return cpus.stream()
                .filter(cpu -> in.isEmpty() || !in.get().contains(cpu))
                .sorted()
                .toList();
    }

    private static String text(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
