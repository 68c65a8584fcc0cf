package io.braid.dataplane.task;

import io.braid.dataplane.net.IpAddress;
import java.util.List;

/** Told of tasks, so that their addresses can be announced for as long as they are here. */
public interface TaskAnnouncer {
    /** Nothing is announced. */
    TaskAnnouncer NONE = new TaskAnnouncer() {
        @Override
        public void attached(Task task) {}

        @Override
        public void detaching(Task task) {}
    };

    /**
     * Refuses addresses that the switches say are another host's; a task that was here before is not asked about.
     *
     * @throws io.braid.dataplane.control.ControlException that says whose
     */
    default void requireFree(List<IpAddress> ips) {}

    /** The task's packets flow: its addresses may be announced from now on. */
    void attached(Task task);

    /** The task has another grant; when this returns it is announced if nothing else is in the way. */
    default void renewed(Task task) {}

    /** The task is about to lose its port; when this returns its addresses are no longer announced. */
    void detaching(Task task);
}
