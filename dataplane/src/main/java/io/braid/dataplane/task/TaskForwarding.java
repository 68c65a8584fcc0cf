package io.braid.dataplane.task;

import io.braid.dataplane.engine.PortTotals;
import java.util.Collection;

/** What the workers have to be told about tasks, and can tell. */
public interface TaskForwarding {
    /** Lets workers know of a task; its port must be running. Returns when they do. */
    void add(Task task);

    /** Takes a task from the workers; when this returns none of them touches its port any more. */
    void remove(Task task);

    /** Tells which node a task is on now; its port goes to a worker there, without loss. Returns at once. */
    void rehome(Task task);

    /** Tells on what other terms tasks are attached now. Returns when the workers know. */
    void replace(Collection<Task> changed);

    /** A port's counters over all threads that count; any thread. */
    PortTotals totals(int port);
}
