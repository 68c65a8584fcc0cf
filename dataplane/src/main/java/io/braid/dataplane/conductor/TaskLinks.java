package io.braid.dataplane.conductor;

import io.braid.dataplane.task.Task;
import io.braid.dpdk.PortEvents;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Knows of tasks whose drivers tell it whether the container's side is there: a DPDK application that has made its socket, or has ended. The conductor's thread only.
 */
final class TaskLinks {
    private static final Logger LOG = System.getLogger(Conductor.class.getName());

    private final PortEvents events;
    private final Set<Integer> down = new HashSet<>();
    private TaskLinkListener listener = TaskLinkListener.NONE;

    TaskLinks(PortEvents events) {
        this.events = events;
    }

    /** Who is told of each change. */
    void tell(TaskLinkListener whom) {
        listener = whom;
    }

    void add(Task task) {
        int port = task.port().port().id();
        down.remove(port);
        if (!task.port().isConnected()) {
            down.add(port);
        }
    }

    void remove(Task task) {
        down.remove(task.port().port().id());
    }

    /** Whether packets can go to the task. */
    boolean isUp(Task task) {
        return !down.contains(task.port().port().id());
    }

    /** Takes in what drivers told since the last turn; whether workers must be told. */
    boolean turn(Collection<Task> tasks) {
        boolean changed = false;
        for (Task task : tasks) {
            int port = task.port().port().id();
            if (task.port().reportsLink() && events.take(port).contains(PortEvents.Kind.LINK)) {
                boolean up = task.port().isConnected();
                if (up == down.contains(port)) {
                    if (up) {
                        down.remove(port);
                    } else {
                        down.add(port);
                    }
                    changed = true;
                    LOG.log(
                            Level.INFO,
                            "task {0}: its application is {1} at {2}",
                            task.name(),
                            up ? "connected" : "gone",
                            task.port().device());
                    listener.link(task.name(), up);
                } else if (up) {
                    changed = true; // another application, which may have agreed upon other offloads
                }
            }
        }
        return changed;
    }
}
