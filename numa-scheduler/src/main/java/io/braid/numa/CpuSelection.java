package io.braid.numa;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which CPUs become workers, which stay with the system, and why.
 *
 * <p>The same input gives the same result. Read the affinity mask before anything pins the process's threads.
 *
 * @param workers CPUs of the workers, one each, in the order workers are made
 * @param system CPUs left for everything else; shared with workers when there are too few
 * @param explanation lines for people: what was found, what was chosen, what to look out for
 */
public record CpuSelection(List<Integer> workers, CpuSet system, List<String> explanation) {
    /** Where Linux describes CPUs and NUMA nodes. */
    public static final Path SYSFS = Path.of("/sys");

    public CpuSelection {
        workers = List.copyOf(workers);
        explanation = List.copyOf(explanation);
    }

    /**
     * Chooses by itself: every CPU that is online and allowed, except the lowest, which is left to the system, to timers
     * and to interrupts. With two CPUs or one, the last becomes the only worker.
     *
     * @param allowed the process's affinity mask, {@link io.braid.linux.CpuAffinity#get()}
     * @param sysfs {@link #SYSFS}, or a copy in tests
     * @param limit most workers wanted, at least 1; the lowest-numbered are taken
     * @throws IllegalArgumentException when no allowed CPU is online
     */
    public static CpuSelection auto(CpuSet allowed, Path sysfs, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("at least one worker is needed, got a limit of " + limit);
        }
        Host host = Host.read(allowed, sysfs);
        CpuSet usable = host.usable();
        List<String> lines = host.describe();
        int reserved = usable.size() > 2 ? usable.first() : -1;
        List<Integer> workers = usable.size() <= 2
                ? List.of(usable.last())
                : usable.stream()
                        .filter(cpu -> cpu != reserved)
                        .limit(limit)
                        .boxed()
                        .toList();
        lines.add(
                switch (usable.size()) {
                    case 1 -> "warning: one usable CPU; its worker shares it with everything else";
                    case 2 -> "two usable CPUs: CPU " + usable.first() + " left to the system";
                    default -> "CPU " + reserved + " left to the system";
                });
        return finish(workers, usable, lines);
    }

    /**
     * Takes the CPUs that the configuration lists, in its order.
     *
     * @throws IllegalArgumentException with every fault of the list, not only the first
     */
    public static CpuSelection explicit(List<Integer> cpus, CpuSet allowed, Path sysfs) {
        Host host = Host.read(allowed, sysfs);
        List<String> faults = new ArrayList<>();
        if (cpus.isEmpty()) {
            faults.add("the list is empty; name at least one CPU or say auto");
        }
        for (int i = 0; i < cpus.size(); i++) {
            int cpu = cpus.get(i);
            if (cpus.subList(0, i).contains(cpu)) {
                faults.add("CPU " + cpu + " is named twice");
            } else if (cpu < 0 || cpu >= CpuSet.CAPACITY) {
                faults.add("CPU " + cpu + " is outside 0-" + (CpuSet.CAPACITY - 1));
            } else if (!host.online.contains(cpu)) {
                faults.add("CPU " + cpu + " does not exist or is offline; online are " + host.online);
            } else if (!allowed.contains(cpu)) {
                faults.add("CPU " + cpu + " is not allowed to this process; allowed are " + allowed
                        + " (cgroup cpuset or taskset)");
            }
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("workers.cpus: " + String.join("; ", faults));
        }
        List<String> lines = host.describe();
        lines.add("CPUs as configured");
        return finish(cpus, host.usable(), lines);
    }

    private static CpuSelection finish(List<Integer> workers, CpuSet usable, List<String> lines) {
        CpuSet taken = CpuSet.of(workers.stream().mapToInt(Integer::intValue).toArray());
        CpuSet rest = usable.without(taken);
        if (rest.isEmpty() && usable.size() > 1) {
            lines.add("warning: every usable CPU is a worker; the system shares them");
        }
        lines.add("workers on CPUs " + taken);
        return new CpuSelection(workers, rest.isEmpty() ? usable : rest, lines);
    }

    /** What sysfs and the scheduler say. */
    private record Host(CpuSet allowed, CpuSet online, Map<Integer, CpuSet> nodes, List<String> notes) {
        static Host read(CpuSet allowed, Path sysfs) {
            List<String> notes = new ArrayList<>();
            CpuSet online = list(sysfs.resolve("devices/system/cpu/online"));
            if (online.isEmpty()) {
                online = allowed;
                notes.add("warning: " + sysfs + " does not list online CPUs; all allowed ones are taken for online");
            }
            return new Host(allowed, online, nodes(sysfs.resolve("devices/system/node")), notes);
        }

        CpuSet usable() {
            CpuSet usable = online.and(allowed);
            if (usable.isEmpty()) {
                throw new IllegalArgumentException(
                        "no CPU is both online (" + online + ") and allowed to this process (" + allowed + ")");
            }
            return usable;
        }

        List<String> describe() {
            CpuSet usable = usable();
            List<String> lines = new ArrayList<>(notes);
            lines.add("online CPUs " + online + ", allowed to this process " + allowed);
            if (nodes.isEmpty()) {
                lines.add("no NUMA information: one node is assumed");
            }
            nodes.forEach((node, cpus) -> {
                CpuSet here = cpus.and(usable);
                lines.add("NUMA node " + node + ": " + (here.isEmpty() ? "no usable CPU" : "CPUs " + here));
            });
            return lines;
        }

        private static Map<Integer, CpuSet> nodes(Path directory) {
            Map<Integer, CpuSet> nodes = new TreeMap<>();
            CpuSet online = list(directory.resolve("online")); // node numbers, in the same format
            online.stream().forEach(node -> nodes.put(node, list(directory.resolve("node" + node + "/cpulist"))));
            return nodes;
        }

        /** Reads a list file; a missing one is empty, as on kernels without NUMA. */
        private static CpuSet list(Path file) {
            try {
                return CpuSet.parse(Files.readString(file));
            } catch (NoSuchFileException e) {
                return CpuSet.empty();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file, e);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
            }
        }
    }
}
