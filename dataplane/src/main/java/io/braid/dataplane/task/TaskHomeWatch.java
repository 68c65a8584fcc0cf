package io.braid.dataplane.task;

import io.braid.linux.CpuSet;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Notices that a task is on another NUMA node than it was, or where it is in the first place: its processes start after it was attached, and may be pinned anew at
 * any time. A thread of its own looks every few seconds.
 */
public final class TaskHomeWatch implements AutoCloseable {
    private static final int INTERVAL_MILLIS = 2_000;

    private final TaskHomes homes;
    private final Supplier<Collection<Task>> tasks;
    private final Consumer<Task> found;
    private final Lookout lookout;

    /**
     * @param tasks those that are attached
     * @param found is told of each task whose node is known, with that node, at each look; on the watch's thread
     * @param cpus where the thread may run; empty for anywhere
     */
    public TaskHomeWatch(TaskHomes homes, Supplier<Collection<Task>> tasks, Consumer<Task> found, CpuSet cpus) {
        this.homes = homes;
        this.tasks = tasks;
        this.found = found;
        this.lookout = new Lookout("task-homes", INTERVAL_MILLIS, cpus, this::look);
    }

    /** Starts the thread; returns this. */
    public TaskHomeWatch start() {
        lookout.start();
        return this;
    }

    private void look() {
        Collection<Task> now = tasks.get();
        var nodes = homes.of(TaskHomes.namespaces(now));
        for (Task task : now) {
            Integer node = task.netns() == null ? null : nodes.get(task.netns());
            if (node != null && node != TaskHomes.UNKNOWN) {
                found.accept(task.withHome(node));
            }
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        lookout.close();
    }
}
