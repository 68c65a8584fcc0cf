package io.braid.numa;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which priority workers get when real-time priority is asked for: a real-time thread that takes all of a CPU locks up whatever the kernel has to do there, so it is
 * given only where that cannot happen.
 *
 * @param priority what they get
 * @param warnings why it is less than was asked for, in sentences for people
 */
public record PriorityChoice(WorkerPriority priority, List<String> warnings) {
    /** Where the kernel says how many microseconds of each {@code sched_rt_period_us} real-time threads may take; -1 for all. */
    public static final Path RT_RUNTIME = Path.of("/proc/sys/kernel/sched_rt_runtime_us");

    public PriorityChoice {
        warnings = List.copyOf(warnings);
    }

    /**
     * Decides; touches no thread.
     *
     * @param wanted what the configuration says
     * @param workers CPUs of the workers
     * @param usable CPUs the process may use, those of the workers among them
     * @param sleeps {@link IdleStrategy#sleeps} of the workers' strategy
     * @param rtRuntime {@link #RT_RUNTIME}, or a file in tests
     */
    public static PriorityChoice of(
            WorkerPriority wanted, List<Integer> workers, CpuSet usable, boolean sleeps, Path rtRuntime) {
        if (wanted == WorkerPriority.NORMAL) {
            return new PriorityChoice(WorkerPriority.NORMAL, List.of());
        }
        var warnings = new ArrayList<String>();
        CpuSet own = CpuSet.of(workers.stream().mapToInt(Integer::intValue).toArray());
        if (usable.without(own).isEmpty()) {
            warnings.add("workers keep normal priority instead of fifo: they take every usable CPU (" + usable
                    + "), and nothing else of this process would run; leave one to the system in workers.cpus");
        }
        if (!sleeps) {
            String unlimited = unlimited(rtRuntime);
            if (!unlimited.isEmpty()) {
                warnings.add("workers keep normal priority instead of fifo: they never sleep, and " + unlimited
                        + "; set workers.idle to backoff or sleep, or write 950000 to " + RT_RUNTIME);
            }
        }
        return new PriorityChoice(warnings.isEmpty() ? WorkerPriority.FIFO : WorkerPriority.NORMAL, warnings);
    }

    /** Why real-time threads may take a CPU for ever; empty if they may not. */
    private static String unlimited(Path rtRuntime) {
        try {
            long micros = Long.parseLong(Files.readString(rtRuntime).strip());
            return micros < 0 ? rtRuntime + " lets real-time threads take all of a CPU" : "";
        } catch (IOException | NumberFormatException e) {
            return "what real-time threads may take is not known (" + e + ")";
        }
    }
}
