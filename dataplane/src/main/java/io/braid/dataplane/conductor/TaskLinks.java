package io.braid.dataplane.conductor;

import io.braid.dataplane.task.Task;
import io.braid.dpdk.PortEvents;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Knows of tasks whose drivers tell it whether the container's side is there: a DPDK application that has made its socket, or has ended; and on which queues it
 * takes packets. The conductor's thread only.
 */
final class TaskLinks {
    private static final Logger LOG = System.getLogger(Conductor.class.getName());

    private final PortEvents events;
    private final Set<Integer> down = new HashSet<>();
    private final Map<Integer, List<Integer>> queues = new HashMap<>();
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
        queues.put(port, task.port().enabledQueues());
        if (!task.port().isConnected()) {
            down.add(port);
        }
    }

    void remove(Task task) {
        down.remove(task.port().port().id());
        queues.remove(task.port().port().id());
    }

    /** Whether packets can go to the task. */
    boolean isUp(Task task) {
        return !down.contains(task.port().port().id());
    }

    /** Takes in what drivers told since the last turn; whether workers must be told. */
    boolean turn(Collection<Task> tasks) {
        boolean changed = false;
        for (Task task : tasks) {
            Set<PortEvents.Kind> told =
                    task.port().reportsLink() ? events.take(task.port().port().id()) : Set.of();
            if (told.contains(PortEvents.Kind.LINK)) {
                changed |= link(task);
            }
            if (!told.isEmpty()) {
                changed |= queues(task); // an application that goes disables them without a word
            }
        }
        return changed;
    }

    private boolean link(Task task) {
        int port = task.port().port().id();
        boolean up = task.port().isConnected();
        if (up != down.contains(port)) {
            return up; // perhaps another application, which may have agreed upon other offloads
        }
        if (up) {
            down.remove(port);
        } else {
            down.add(port);
        }
        LOG.log(
                Level.INFO,
                "task {0}: its application is {1} at {2}",
                task.name(),
                up ? "connected" : "gone",
                task.port().device());
        listener.link(task.name(), up);
        return true;
    }

    private boolean queues(Task task) {
        int port = task.port().port().id();
        List<Integer> enabled = task.port().enabledQueues();
        if (task.port().hasStrayQueues()) {
            LOG.log(
                    Level.WARNING,
                    "task {0}: its application uses more queues than the {1} it was offered, and what it sends by those is lost; attach it with more (--queues), or have it use fewer",
                    task.name(),
                    task.port().queues());
        }
        if (enabled.equals(queues.put(port, enabled))) {
            return false;
        }
        if (task.port().queues() > 1) {
            LOG.log(
                    Level.INFO,
                    "task {0}: its application takes packets on queues {1} of {2}",
                    task.name(),
                    enabled,
                    task.port().queues());
        }
        return true;
    }
}
