package io.braid.dataplane.task;

import io.braid.linux.CpuSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Tells on which NUMA node a task lives: that of all its CPUs. Any thread. */
public final class TaskHomes {
    /** Not known, or on several nodes. */
    public static final int UNKNOWN = -1;

    private final TaskCpus cpus;
    private final IntUnaryOperator nodeOfCpu;
    private final List<Integer> nodes;

    /**
     * @param cpus finds the tasks' CPUs
     * @param nodeOfCpu a CPU's node, negative when unknown
     * @param nodes all there are
     */
    public TaskHomes(TaskCpus cpus, IntUnaryOperator nodeOfCpu, List<Integer> nodes) {
        this.cpus = cpus;
        this.nodeOfCpu = nodeOfCpu;
        this.nodes = List.copyOf(nodes);
    }

    /** The node of a task, {@link #UNKNOWN} if it has no namespace, or one without processes or on several nodes. */
    int of(@Nullable String netns) {
        if (netns == null) {
            return UNKNOWN;
        }
        // Looking through all processes of the host takes longer than all else of attaching a task.
        return nodes.size() == 1 ? nodes.getFirst() : of(List.of(netns)).getOrDefault(netns, UNKNOWN);
    }

    /** The node of each namespace that has processes, {@link #UNKNOWN} for one on several. */
    public Map<String, Integer> of(Collection<String> namespaces) {
        var homes = new HashMap<String, Integer>();
        cpus.of(namespaces).forEach((netns, set) -> homes.put(netns, node(set)));
        return homes;
    }

    private int node(CpuSet set) {
        int[] nodes = set.stream().map(nodeOfCpu).distinct().toArray();
        return nodes.length == 1 ? Math.max(nodes[0], UNKNOWN) : UNKNOWN;
    }

    /** The namespaces of tasks that have one. */
    static List<String> namespaces(Collection<Task> tasks) {
        return tasks.stream().map(Task::netns).filter(Objects::nonNull).toList();
    }
}
