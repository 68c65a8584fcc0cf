package io.braid.dataplane.check;

import io.braid.dataplane.config.ByteSize;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.HugepageUse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether there is memory for DPDK, and of which kind it will be. */
final class MemoryCheck {
    private static final String HUGEPAGES = "hugepages";
    private static final String MEMORY = "memory";
    private static final long KIB = 1024;

    private MemoryCheck() {}

    /** A pool of hugepages of one size on one node; {@code node} is -1 on a host without nodes. */
    private record Pool(int node, long pageKib, long free) {
        long freeBytes() {
            return free * pageKib * KIB;
        }

        @Override
        public String toString() {
            String where = node < 0 ? "" : " on node " + node;
            return free + " x " + new ByteSize(pageKib * KIB) + where;
        }
    }

    static List<Finding> run(HostConfig config, HostFiles files) {
        ByteSize wanted = config.dpdk().memory();
        if (config.dpdk().hugepages() == HugepageUse.OFF) {
            return List.of(Finding.ok(HUGEPAGES, "not used, as configured"), ordinary(wanted, files));
        }
        List<Pool> pools =
                pools(files.sysfs()).stream().filter(pool -> pool.free() > 0).toList();
        long free = pools.stream().mapToLong(Pool::freeBytes).sum();
        String found = pools.isEmpty()
                ? "none are free"
                : "free: "
                        + String.join(", ", pools.stream().map(Pool::toString).toList());
        if (free >= wanted.bytes()) {
            return List.of(Finding.ok(HUGEPAGES, found + ", enough for " + wanted));
        }
        String todo = "echo %d > /proc/sys/vm/nr_hugepages reserves enough of 2 MiB"
                .formatted((wanted.bytes() + (2 << 20) - 1) / (2 << 20));
        if (config.dpdk().hugepages() == HugepageUse.ON) {
            return List.of(Finding.fail(HUGEPAGES, found + ", too few for " + wanted, todo));
        }
        return List.of(
                Finding.warn(
                        HUGEPAGES,
                        found + ", too few for " + wanted + ": ordinary pages will be used, which is slower",
                        todo),
                ordinary(wanted, files));
    }

    private static List<Pool> pools(Path sysfs) {
        var pools = new ArrayList<Pool>();
        Path nodes = sysfs.resolve("devices/system/node");
        for (String name : HostFiles.names(nodes)) {
            if (name.matches("node[0-9]{1,4}")) {
                addPools(
                        nodes.resolve(name).resolve("hugepages"),
                        Integer.parseInt(name.substring("node".length())),
                        pools);
            }
        }
        if (pools.isEmpty()) { // a kernel without NUMA
            addPools(sysfs.resolve("kernel/mm/hugepages"), -1, pools);
        }
        return pools;
    }

    private static void addPools(Path directory, int node, List<Pool> pools) {
        for (String name : HostFiles.names(directory)) {
            if (name.matches("hugepages-[0-9]{1,9}kB")) {
                long kib = Long.parseLong(name.substring("hugepages-".length(), name.length() - "kB".length()));
                HostFiles.number(directory.resolve(name).resolve("free_hugepages"))
                        .ifPresent(free -> pools.add(new Pool(node, kib, free)));
            }
        }
    }

    private static Finding ordinary(ByteSize wanted, HostFiles files) {
        Optional<Long> available = HostFiles.text(files.procfs().resolve("meminfo"))
                .flatMap(text -> text.lines()
                        .filter(line -> line.matches("MemAvailable: +[0-9]{1,15} kB"))
                        .findFirst())
                .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * KIB);
        if (available.isEmpty()) {
            return Finding.warn(MEMORY, "the available memory is not readable", "");
        }
        String found = (available.get() >> 20) + " MiB available, " + wanted + " wanted";
        if (available.get() < wanted.bytes()) {
            return Finding.fail(MEMORY, found, "free some, or lower dpdk.memory");
        }
        return cgroupRoom(files)
                .filter(room -> room < wanted.bytes())
                .map(room -> Finding.fail(
                        MEMORY,
                        found + ", but the control group has room for " + (room >> 20) + " MiB only",
                        "raise its memory limit, or lower dpdk.memory"))
                .orElse(Finding.ok(MEMORY, found));
    }

    /** What the process's control group may still take (cgroup v2); empty if it is not limited. */
    private static Optional<Long> cgroupRoom(HostFiles files) {
        Optional<String> own = HostFiles.text(files.procfs().resolve("self/cgroup"))
                .flatMap(text ->
                        text.lines().filter(line -> line.startsWith("0::/")).findFirst())
                .map(line -> line.substring("0::/".length()));
        if (own.isEmpty()) {
            return Optional.empty();
        }
        Path group = files.sysfs().resolve("fs/cgroup").resolve(own.get());
        Optional<Long> limit = HostFiles.number(group.resolve("memory.max")); // "max" is no number: no limit
        Optional<Long> used = HostFiles.number(group.resolve("memory.current"));
        return limit.flatMap(most -> used.map(now -> most - now));
    }
}
