package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads which CPUs the process's control group may use, in cgroup v2 ({@code cpuset.cpus.effective}) or v1
 * ({@code cpuset.effective_cpus}).
 */
final class CpusetReader {
    private final SysTree sys;
    private final SysTree proc;

    CpusetReader(SysTree sys, SysTree proc) {
        this.sys = sys;
        this.proc = proc;
    }

    /** Empty when the process has no cpuset, or none that is visible from here. */
    Optional<CpuSet> read() {
        String groups = proc.text("self/cgroup").orElse("").replace('\0', '?'); // a path cannot have one
        Optional<CpuSet> v1 = groups.lines()
                .filter(line -> line.matches("[0-9]+:([^:]*,)?cpuset(,[^:]*)?:/.*"))
                .findFirst()
                .flatMap(line -> inner(
                        "fs/cgroup/cpuset",
                        line.substring(line.indexOf(":/") + 2),
                        "cpuset.effective_cpus",
                        "cpuset.cpus"));
        return v1.or(() -> groups.lines()
                .filter(line -> line.startsWith("0::/"))
                .findFirst()
                .flatMap(line -> {
                    String group = line.substring("0::/".length());
                    return inner("fs/cgroup", group, "cpuset.cpus.effective")
                            .or(() -> inner("fs/cgroup/unified", group, "cpuset.cpus.effective"));
                }));
    }

    /**
     * The file of the group or of its closest parent that has one: a group without the cpuset controller uses what its
     * parent may. Inside a container the group's path may not be there at all; what is mounted is then the group itself.
     */
    private Optional<CpuSet> inner(String mount, String group, String... files) {
        // A group outside of the namespace's root is shown as /../other; nothing of it is visible here.
        Deque<String> steps = new ArrayDeque<>();
        if (!List.of(group.split("/", -1)).contains("..")) {
            Stream.of(group.split("/", -1)).filter(step -> !step.isEmpty()).forEach(steps::addLast);
        }
        while (true) {
            String directory =
                    mount + "/" + steps.stream().map(step -> step + "/").collect(Collectors.joining());
            for (String file : files) {
                Optional<CpuSet> cpus = sys.set(directory + file, null).filter(set -> !set.isEmpty());
                if (cpus.isPresent()) {
                    return cpus;
                }
            }
            if (steps.isEmpty()) {
                return Optional.empty();
            }
            steps.removeLast();
        }
    }
}
