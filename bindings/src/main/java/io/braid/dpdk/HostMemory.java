package io.braid.dpdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What memory this host has, as the kernel tells. */
final class HostMemory {
    private static final Path HUGEPAGES = Path.of("/sys/kernel/mm/hugepages");
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private HostMemory() {}

    /**
     * Hugepages in MiB, over all sizes and nodes.
     *
     * @param which {@code free_hugepages} or {@code nr_hugepages}
     */
    static long hugepagesMiB(String which) {
        long kib = 0;
        if (!Files.isDirectory(HUGEPAGES)) {
            return 0;
        }
        try (var entries = Files.newDirectoryStream(HUGEPAGES, "hugepages-*kB")) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                long sizeKib = Long.parseLong(name.substring("hugepages-".length(), name.length() - "kB".length()));
                kib += sizeKib
                        * Long.parseLong(Files.readString(entry.resolve(which)).trim());
            }
        } catch (IOException | NumberFormatException unreadable) {
            throw new DpdkException("cannot read hugepage counts under " + HUGEPAGES + ": " + unreadable.getMessage());
        }
        return kib / 1024;
    }

    /** Memory in MiB that a process could take without others having to swap. */
    static long availableMiB() {
        try {
            return availableKib(Files.readAllLines(MEMINFO)) / 1024;
        } catch (IOException | NumberFormatException unreadable) {
            throw new DpdkException("cannot read the available memory in " + MEMINFO + ": " + unreadable.getMessage());
        }
    }

    /** The figure in the lines of {@code /proc/meminfo}. */
    static long availableKib(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith(AVAILABLE)) {
                return Long.parseLong(
                        line.substring(AVAILABLE.length()).replace("kB", "").trim());
            }
        }
        throw new NumberFormatException("no line " + AVAILABLE);
    }
}
