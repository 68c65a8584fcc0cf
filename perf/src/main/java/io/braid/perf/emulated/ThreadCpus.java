package io.braid.perf.emulated;

import java.util.ArrayList;
import java.util.List;

/**
 * A thread as the guest's kernel knows it.
 *
 * @param name as it calls itself
 * @param allowed the CPUs that it may run on, as the kernel writes them
 * @param nanos that it ran so far
 */
record ThreadCpus(String name, String allowed, long nanos) {
    /** Writes a line for each thread of the process that {@code pid} is set to: allowed CPUs, nanoseconds, name. */
    static final String SCRIPT = """
            for task in /proc/$pid/task/*; do
                read -r nanos rest <"$task/schedstat" || continue
                echo "$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "$task/status") $nanos $(<"$task/comm")"
            done
            """;

    private static final String WORKER = "worker-";

    static List<ThreadCpus> parse(String text) {
        var threads = new ArrayList<ThreadCpus>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", 3);
            if (words.length == 3 && words[1].matches("\\d{1,18}")) {
                threads.add(new ThreadCpus(words[2], words[0], Long.parseLong(words[1])));
            }
        }
        return threads;
    }

    boolean isWorker() {
        return name.startsWith(WORKER);
    }

    /** The node of the one CPU that it is pinned to, -1 when it is not pinned to one. */
    int node() {
        return allowed.matches("\\d{1,4}") ? Machine.nodeOf(Integer.parseInt(allowed)) : -1;
    }

    /** The thread's name and where it may run. */
    @Override
    public String toString() {
        return name + " on " + allowed;
    }
}
