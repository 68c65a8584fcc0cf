package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Reads a process's memory from {@code /proc/PID/status} (proc_pid_status(5)). */
final class ProcessMemory {
    private ProcessMemory() {}

    static BraidHost.Footprint of(long pid, Duration startToForwarding) {
        try {
            List<String> status = Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"));
            return new BraidHost.Footprint(startToForwarding, bytes(status, "VmRSS"), bytes(status, "HugetlbPages"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes of a line such as {@code VmRSS:   123456 kB}; 0 when there is none, as on kernels without hugepages. */
    static long bytes(List<String> status, String key) {
        for (String line : status) {
            if (line.startsWith(key + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        return 0;
    }
}
