package io.braid.numa.plan;

import java.util.List;

/**
 * The queues of one task port.
 *
 * @param name as requested
 * @param homeNode the node where all of the task's CPUs are; -1 when unknown, and for a task on several nodes, whose
 *     queues each have a home
 * @param nodes the nodes where the task's CPUs are, the one with most of them first; empty when unknown
 * @param queues for each queue, the index of the worker that polls it; no two are the same
 */
public record TaskPlan(String name, int homeNode, List<Integer> nodes, List<Integer> queues) {
    public TaskPlan {
        nodes = List.copyOf(nodes);
        queues = List.copyOf(queues);
    }
}
