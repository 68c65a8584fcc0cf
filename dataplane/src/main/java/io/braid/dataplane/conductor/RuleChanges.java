package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.QueueDrain;
import io.braid.dataplane.engine.WorkerGenerations;
import io.braid.dataplane.task.Task;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells NICs to put a task's packets into another queue, in an order that lets none of them pass another: the new queue is paused, then the NIC is told, then the old
 * queue is drained, then the new one goes on. The conductor's thread only.
 */
final class RuleChanges {
    /** By place; replaced as a whole, for readers on other threads. */
    private volatile SortedMap<Integer, ReceiveSteering> uplinks = new TreeMap<>();

    private final Assignments assignments;
    private final WorkerGenerations generations;
    private final List<Waiting> waiting = new ArrayList<>();

    /** A change that waits until workers go by the snapshot that pauses its queues. */
    private record Waiting(Task task, int worker, long generation, List<QueueDrain> drains) {}

    RuleChanges(Assignments assignments, WorkerGenerations generations) {
        this.assignments = assignments;
        this.generations = generations;
    }

    void add(ReceiveSteering uplink) {
        var next = new TreeMap<>(uplinks);
        next.put(uplink.where().uplink(), uplink);
        uplinks = next;
    }

    /** The port of an uplink, which no worker uses any more, is about to go. */
    void remove(int uplink) {
        stopping(uplink);
        var next = new TreeMap<>(uplinks);
        next.remove(uplink);
        uplinks = next;
    }

    /** Any thread. */
    Collection<ReceiveSteering> uplinks() {
        return uplinks.values();
    }

    /** The one of an uplink, null once it is gone. Any thread. */
    @Nullable
    ReceiveSteering of(int uplink) {
        return uplinks.get(uplink);
    }

    private ReceiveSteering present(int uplink) {
        return Objects.requireNonNull(uplinks.get(uplink));
    }

    /** A task that nothing came for before. */
    void place(Task task, int worker) {
        uplinks().forEach(uplink -> uplink.place(uplink.addresses(task), worker, pollers(uplink)));
    }

    /** Whether something is still passing on a NIC whose rules would change, so that {@link #move} could not keep packets in order; it soon ends. */
    boolean isBusy(Task task, int worker) {
        return uplinks().stream()
                .map(uplink -> uplink.change(uplink.addresses(task), worker, pollers(uplink)))
                .anyMatch(change ->
                        change.isPresent() && assignments.isPassing(change.get().port()));
    }

    /** A task that packets come for already goes to another worker, with the snapshot of this generation; not while {@link #isBusy}. */
    void move(Task task, int worker, long generation) {
        var drains = new ArrayList<QueueDrain>();
        for (ReceiveSteering uplink : uplinks()) {
            uplink.change(uplink.addresses(task), worker, pollers(uplink))
                    .map(change -> assignments.pause(change.port(), change.to(), change.from(), generation))
                    .ifPresent(drains::add);
        }
        waiting.add(new Waiting(task, worker, generation, drains));
    }

    void remove(Task task) {
        for (Waiting change : waiting) {
            if (change.task.name().equals(task.name())) {
                change.drains.forEach(QueueDrain::arm); // nothing more comes, so what was paused may go on
            }
        }
        waiting.removeIf(change -> change.task.name().equals(task.name()));
        uplinks().forEach(uplink -> uplink.remove(uplink.addresses(task)));
    }

    /** An uplink's port, which no worker uses, is about to be stopped. */
    void stopping(int uplink) {
        present(uplink).stopping();
    }

    /** It runs again; what the NIC forgot is said anew. */
    void started(int uplink, Collection<Task> tasks) {
        present(uplink).started();
        place(uplink, tasks);
    }

    /** Says of all tasks to an uplink's NIC, which knows of none. */
    void place(int uplink, Collection<Task> tasks) {
        ReceiveSteering steering = present(uplink);
        for (Task task : tasks) {
            int worker = assignments.poller(task.port().port().id(), 0);
            steering.place(steering.addresses(task), worker, pollers(steering));
        }
    }

    /** Tells the NICs what workers are ready for. */
    void turn() {
        for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
            Waiting change = each.next();
            if (generations.allReached(change.generation)) {
                place(change.task, change.worker);
                change.drains.forEach(QueueDrain::arm);
                each.remove();
            }
        }
    }

    private List<Integer> pollers(ReceiveSteering uplink) {
        return assignments.pollers(uplink.where().port());
    }
}
