package io.braid.dataplane.check;

import io.braid.dataplane.config.CpuList;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.net.MalformedValueException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the configured CPUs exist and the process may use them. */
final class CpuCheck {
    private static final String SUBJECT = "cpus";

    private CpuCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        Optional<CpuList> online = list(HostFiles.text(files.sysfs().resolve("devices/system/cpu/online")));
        Optional<CpuList> allowed = list(allowed(files.procfs()));
        if (online.isEmpty() || allowed.isEmpty()) {
            return List.of(Finding.warn(SUBJECT, "the kernel's list of CPUs is not readable", ""));
        }
        List<Integer> usable = allowed.get().cpus();
        CpuList configured = config.workers().cpus();
        if (configured.isAuto()) {
            String found =
                    "auto; " + usable.size() + " of " + online.get().cpus().size() + " online CPUs may be used";
            return List.of(
                    usable.size() > 1
                            ? Finding.ok(SUBJECT, found)
                            : Finding.warn(
                                    SUBJECT,
                                    found + ": workers share it with everything else",
                                    "give the process more CPUs"));
        }
        var findings = new ArrayList<Finding>();
        List<Integer> absent = without(configured.cpus(), online.get().cpus());
        if (!absent.isEmpty()) {
            findings.add(Finding.fail(
                    SUBJECT,
                    "not online: " + absent,
                    "name CPUs of " + ranges(files.sysfs().resolve("devices/system/cpu/online")) + " in workers.cpus"));
        }
        List<Integer> refused = without(without(configured.cpus(), absent), usable);
        if (!refused.isEmpty()) {
            findings.add(Finding.fail(
                    SUBJECT,
                    "not allowed for this process: " + refused,
                    "widen its cpuset, or name CPUs of " + usable + " in workers.cpus"));
        }
        if (findings.isEmpty()) {
            findings.add(Finding.ok(SUBJECT, "workers on " + configured));
            if (without(usable, configured.cpus()).isEmpty()) {
                findings.add(Finding.warn(
                        SUBJECT, "no CPU is left for everything else", "leave at least one out of workers.cpus"));
            }
        }
        return findings;
    }

    private static Optional<String> allowed(Path procfs) {
        String key = "Cpus_allowed_list:";
        return HostFiles.text(procfs.resolve("self/status"))
                .flatMap(text ->
                        text.lines().filter(line -> line.startsWith(key)).findFirst())
                .map(line -> line.substring(key.length()).strip());
    }

    private static String ranges(Path file) {
        return HostFiles.text(file).orElse("those online");
    }

    /** The kernel's list format is that of the option. */
    private static Optional<CpuList> list(Optional<String> text) {
        try {
            return text.map(CpuList::parse);
        } catch (MalformedValueException e) {
            return Optional.empty(); // reported by the caller as not readable
        }
    }

    private static List<Integer> without(List<Integer> cpus, List<Integer> removed) {
        return cpus.stream().filter(cpu -> !removed.contains(cpu)).toList();
    }
}
