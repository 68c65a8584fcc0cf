package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;
import static io.braid.dataplane.web.Family.summary;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JVM and the process, by the names that Prometheus's own libraries use.
 *
 * <p>Those libraries' collectors are not used: their thread metrics look for deadlocks, for which the JVM stops all threads at a safepoint, workers too. Nothing that is read here needs one. Collections
 * of garbage are the safepoints that count, and {@link io.braid.dataplane.latency.GcPauses} says why others are not told of; what all of them take from workers shows in
 * {@code braid_worker_recent_longest_cycle_seconds}.
 */
final class JvmMetrics implements MetricGroup {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final long BYTES_PER_KB = 1024;
    private static final Path STATUS = Path.of("/proc/self/status");
    /** proc_pid_status(5). */
    private static final Pattern VM_RSS = Pattern.compile("VmRSS:\\s+([0-9]{1,15}) kB");

    private static final Family GC = summary("jvm_gc_collection_seconds", "Collections, and the time they took.", "gc");
    private static final Family PAUSE = gauge(
            "jvm_gc_longest_pause_seconds",
            "The longest collection since start, to the millisecond; all threads, workers too, stand still meanwhile.");
    private static final Family RECENT_PAUSE = gauge(
            "jvm_gc_recent_longest_pause_seconds", "The longest collection of the last 30 to 60 seconds, likewise.");
    private static final Family USED = gauge("jvm_memory_used_bytes", "Memory in use.", "area");
    private static final Family COMMITTED = gauge("jvm_memory_committed_bytes", "Memory got from the kernel.", "area");
    private static final Family MAX =
            gauge("jvm_memory_max_bytes", "Most memory there can be; -1 for no limit.", "area");
    private static final Family BUFFERS = gauge("jvm_buffer_pool_used_bytes", "Memory of NIO buffers.", "pool");
    private static final Family THREADS = gauge("jvm_threads_current", "Live platform threads.");
    private static final Family CPU = counter("process_cpu_seconds_total", "CPU time of all threads.");
    private static final Family RESIDENT = gauge(
            "process_resident_memory_bytes",
            "Memory of the process that is in RAM, packet buffers on ordinary pages included.");
    private static final Family START = gauge("process_start_time_seconds", "When the process began, since 1970.");
    private static final Family OPEN = gauge("process_open_fds", "Open file descriptors.");
    private static final Family MAX_OPEN = gauge("process_max_fds", "File descriptors there may be.");

    @Override
    public List<Family> families() {
        return List.of(
                GC, PAUSE, RECENT_PAUSE, USED, COMMITTED, MAX, BUFFERS, THREADS, CPU, RESIDENT, START, OPEN, MAX_OPEN);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            to.addSummary(
                    GC,
                    collector.getCollectionCount(),
                    collector.getCollectionTime() / MILLIS_PER_SECOND,
                    collector.getName());
        }
        to.add(PAUSE, moment.pauses().longestMillis() / MILLIS_PER_SECOND);
        to.add(RECENT_PAUSE, moment.pauses().recentLongestMillis() / MILLIS_PER_SECOND);
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory("heap", memory.getHeapMemoryUsage(), to);
        memory("nonheap", memory.getNonHeapMemoryUsage(), to);
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
                .forEach(pool -> to.add(BUFFERS, pool.getMemoryUsed(), pool.getName()));
        to.add(THREADS, ManagementFactory.getThreadMXBean().getThreadCount());
        resident().ifPresent(bytes -> to.add(RESIDENT, bytes));
        to.add(START, ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS_PER_SECOND);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            to.add(CPU, system.getProcessCpuTime() / NANOS_PER_SECOND);
            to.add(OPEN, system.getOpenFileDescriptorCount());
            to.add(MAX_OPEN, system.getMaxFileDescriptorCount());
        }
    }

    private static OptionalLong resident() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.map(VM_RSS::matcher)
                    .filter(Matcher::matches)
                    .mapToLong(matcher -> Long.parseLong(matcher.group(1)) * BYTES_PER_KB)
                    .findFirst();
        } catch (IOException unreadable) {
            return OptionalLong.empty(); // not Linux, or no /proc in this namespace: one sample less
        }
    }

    private static void memory(String area, MemoryUsage usage, Samples to) {
        to.add(USED, usage.getUsed(), area);
        to.add(COMMITTED, usage.getCommitted(), area);
        to.add(MAX, usage.getMax(), area);
    }
}
