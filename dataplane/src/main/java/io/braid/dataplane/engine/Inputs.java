package io.braid.dataplane.engine;

import io.braid.dataplane.graph.ForwardingTable;
import io.braid.numa.HandoffRing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * The receive queues that one worker polls, those it waits to take over, and those it has to release. The worker's thread only.
 */
final class Inputs {
    private final int self;
    private final List<HandoffRing> rings;
    private final WorkerGenerations generations;
    /** Those of uplinks and of the host's taps. */
    private Polled[] shared = new Polled[0];

    private TaskTurns tasks = new TaskTurns(new Polled[0], System::nanoTime);
    private final List<Polled> active = new ArrayList<>();
    private Polled[] coming = new Polled[0];
    private QueueHandover[] leaving = new QueueHandover[0];
    private QueueDrain[] draining = new QueueDrain[0];

    /**
     * A queue and where it belongs.
     *
     * @param task whether the port is a task's
     */
    record Polled(int port, PortBinding.Input input, boolean task) {}

    Inputs(int self, List<HandoffRing> rings, WorkerGenerations generations) {
        this.self = self;
        this.rings = rings;
        this.generations = generations;
    }

    /** Takes up the queues of a new snapshot. Allocates: snapshots change seldom. */
    void adopt(Snapshot snapshot) {
        var polled = new ArrayList<Polled>();
        var waiting = new ArrayList<Polled>();
        var released = new ArrayList<QueueHandover>();
        for (PortBinding binding : snapshot.bindings()) {
            for (PortBinding.Input input : binding.inputs()) {
                QueueHandover passage = input.passage();
                if (passage != null && passage.from() == self && !released.contains(passage)) {
                    released.add(passage);
                }
                if (input.worker() == self) {
                    boolean task = snapshot.table().role(binding.port()) == ForwardingTable.ROLE_TASK;
                    var queue = new Polled(binding.port(), input, task);
                    (isMine(queue) ? polled : waiting).add(queue);
                }
            }
            QueueHandover passage = binding.senderPassage();
            if (passage != null && passage.from() == self && !released.contains(passage)) {
                released.add(passage);
            }
        }
        activate(polled);
        coming = waiting.toArray(Polled[]::new);
        leaving = released.toArray(QueueHandover[]::new);
        draining = released.stream()
                .map(QueueHandover::drain)
                .filter(Objects::nonNull)
                .toArray(QueueDrain[]::new);
    }

    /** Goes on with what is passing from worker to worker. All that was gathered must have been sent. */
    void pass(long nowNanos) {
        if (leaving.length > 0) {
            boolean all = true;
            for (QueueHandover passage : leaving) {
                all &= passage.release(rings, generations, nowNanos);
            }
            if (all) {
                leaving = new QueueHandover[0];
                draining = new QueueDrain[0];
            }
        }
        if (coming.length > 0) {
            take();
        }
    }

    private void take() {
        int first = 0;
        while (first < coming.length && !isMine(coming[first])) {
            first++;
        }
        if (first == coming.length) {
            return;
        }
        var now = new ArrayList<>(active);
        var still = new ArrayList<Polled>();
        for (Polled queue : coming) {
            (isMine(queue) ? now : still).add(queue);
        }
        activate(now);
        coming = still.toArray(Polled[]::new);
    }

    private void activate(Collection<Polled> queues) {
        var own = List.copyOf(queues);
        active.clear();
        active.addAll(own);
        shared = own.stream().filter(queue -> !queue.task()).toArray(Polled[]::new);
        tasks = new TaskTurns(own.stream().filter(Polled::task).toArray(Polled[]::new), System::nanoTime);
    }

    private boolean isMine(Polled queue) {
        QueueHandover passage = queue.input().passage();
        return passage == null || passage.take(rings);
    }

    /** Whether {@link #polled} is to be told. */
    boolean isDraining() {
        return draining.length > 0;
    }

    /** Notes that a queue was polled, and whether that was all it had. */
    void polled(Polled queue, boolean emptied) {
        for (QueueDrain drain : draining) {
            drain.polled(queue.port(), queue.input().queue(), emptied);
        }
    }

    /** The queues to poll each time, which change in {@link #adopt} and {@link #pass} only: uplinks' and the host's. */
    Polled[] shared() {
        return shared;
    }

    /** The tasks' queues, which share what time there is. */
    TaskTurns tasks() {
        return tasks;
    }
}
