package io.braid.perf.tasks;

import java.util.List;

/**
 * What of it is done, and how often.
 *
 * @param parts names of {@link Part}s, in order
 * @param repetitions of what takes a second or two
 * @param rounds of throughput, each of which is Braid and testpmd
 * @param seconds that each throughput is measured for
 * @param slack what targets of time and throughput are loosened by: 1 for none, and more on a machine that others use, too
 */
record TasksOptions(List<Part> parts, int repetitions, int rounds, int seconds, double slack) {
    TasksOptions {
        parts = List.copyOf(parts);
    }

    static TasksOptions usual(List<Part> parts) {
        return new TasksOptions(parts, 5, 4, 3, 1);
    }

    static TasksOptions fast(List<Part> parts) {
        return new TasksOptions(parts, 2, 2, 2, 1);
    }
}
