package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.PortBinding;
import io.braid.dataplane.engine.QueueCounters;
import io.braid.dataplane.engine.WorkerGenerations;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.Task;
import io.braid.numa.balance.QueueBalance;
import io.braid.numa.balance.QueueLoad;
import io.braid.numa.balance.QueueMove;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives queues to workers, and moves them: a task's port when the task turns out to live on another node, any queue when one worker of a node has much more to
 * do than another. Part of the conductor's turn; its thread only, but for {@link #proposals} and {@link #loads}.
 */
public final class QueueMoves {
    private static final Logger LOG = System.getLogger(QueueMoves.class.getName());
    private static final long INTERVAL_NANOS = 1_000_000_000;
    /** How often in a row a worker must have too much before a queue is taken from it, whichever helps most then: what lasts so long is no burst. */
    private static final int PATIENCE = 3;

    private final Assignments assignments;
    private final QueueCounters counters;
    private final TaskWorkers homes;
    private final List<Integer> workerNodes;
    private boolean automatic;
    private final LongSupplier drainNanos;
    private final MovedQueues moved;
    private final RuleChanges rules;
    private final Map<Integer, Task> tasks = new HashMap<>();
    private final Map<Long, Long> before = new HashMap<>();
    private final Map<Integer, Integer> asked = new HashMap<>();
    private long measured = System.nanoTime();
    private volatile List<QueueLoad> loads = List.of();
    /** What can move: a task's queues go together, and count as one. */
    private volatile List<QueueLoad> movable = List.of();

    /**
     * @param workerNodes each worker's node
     * @param counters what each queue received
     * @param generations which snapshot each worker goes by
     * @param automatic whether to move queues without being asked
     * @param drainNanos how long packets given to NICs take to be sent at most
     * @param moved is told of workers that lose a task's queue, so that its flows keep their uplinks
     */
    public QueueMoves(
            List<Integer> workerNodes,
            QueueCounters counters,
            WorkerGenerations generations,
            boolean automatic,
            LongSupplier drainNanos,
            MovedQueues moved) {
        this.assignments = new Assignments(workerNodes.size());
        this.homes = new TaskWorkers(workerNodes);
        this.workerNodes = List.copyOf(workerNodes);
        this.counters = counters;
        this.automatic = automatic;
        this.drainNanos = drainNanos;
        this.moved = moved;
        this.rules = new RuleChanges(assignments, generations);
    }

    /** Whether to move queues without being asked. */
    void automatic(boolean may) {
        automatic = may;
        asked.clear();
    }

    Assignments assignments() {
        return assignments;
    }

    /**
     * Takes up an uplink; its punt port goes with its sender.
     *
     * @param spread receive queues from 0 that RSS is to use
     */
    public void add(Uplink uplink, PortQueues queues, int spread) {
        rules.add(new ReceiveSteering(
                new ReceiveSteering.Place(uplink.index(), uplink.port().id(), uplink.name()),
                new DpdkSteeringNic(uplink.port()),
                queues.pollers().size(),
                spread));
        assignments.add(uplink.port(), queues, false);
        assignments.add(uplink.punt().port(), PortQueues.single(queues.sender()), false);
        rules.place(uplink.index(), tasks.values());
    }

    /**
     * Has no worker use an uplink's ports from the next snapshot on.
     *
     * @return false while a queue of theirs is passing between workers
     */
    boolean leave(Uplink uplink) {
        int port = uplink.port().id();
        int punt = uplink.punt().port().id();
        if (assignments.isPassing(port) || assignments.isPassing(punt)) {
            return false;
        }
        assignments.remove(port);
        assignments.remove(punt);
        return true;
    }

    /** Forgets an uplink whose ports no worker uses any more. */
    void remove(Uplink uplink) {
        rules.remove(uplink.index());
    }

    void add(Task task) {
        int port = task.port().port().id();
        tasks.put(port, task);
        int worker = homes.assign(port, task.home());
        assignments.add(task.port().port(), PortQueues.whole(worker, task.port().queues()), true);
        rules.place(task, worker);
    }

    void remove(Task task) {
        int port = task.port().port().id();
        tasks.remove(port);
        homes.release(port);
        assignments.remove(port);
        rules.remove(task);
    }

    /** What the NICs are told of tasks. */
    RuleChanges rules() {
        return rules;
    }

    /** The tasks that have a port. */
    Collection<Task> tasks() {
        return tasks.values();
    }

    /**
     * Moves a task's port to the node where the task is, if it is not there.
     *
     * @param generation the next snapshot's
     * @return whether it does, and the workers must be told
     */
    boolean rehome(Task task, long generation, long now) {
        int port = task.port().port().id();
        int from = assignments.sender(port);
        if (task.home() < 0 || workerNodes.get(from) == task.home() || !workerNodes.contains(task.home())) {
            return false;
        }
        int to = homes.assign(port, task.home());
        if (!move(port, 0, to, generation, now)) {
            homes.set(port, from);
            return false;
        }
        LOG.log(
                Level.INFO,
                "task {0} is on node {1}: its port goes from worker-{2} to worker-{3}",
                task.name(),
                task.home(),
                from,
                to);
        return true;
    }

    /**
     * Moves a queue; with a task's, its port's sender and the NICs' rules for it.
     *
     * @param generation the next snapshot's
     * @return whether it does, and the workers must be told
     */
    boolean move(int port, int queue, int to, long generation, long now) {
        int from = assignments.poller(port, queue);
        Task task = tasks.get(port);
        if (task != null && rules.isBusy(task, to)) {
            return false;
        }
        long notBefore = task == null ? now : now + drainNanos.getAsLong();
        if (!assignments.move(port, queue, to, generation, notBefore)) {
            return false;
        }
        if (task != null) {
            // Only a task's packets have pins, which are the worker's that polls its queue, and rules.
            moved.taken(from, ForwardingWorker.tick(now));
            homes.set(port, to);
            rules.move(task, to, generation);
        }
        return true;
    }

    /**
     * Measures once a second, and moves what is to be moved without being asked.
     *
     * @param bindings as the workers know them
     * @param generation the next snapshot's
     * @return whether the workers must be told
     */
    boolean turn(List<PortBinding> bindings, long generation, long now) {
        rules.turn();
        if (now - measured < INTERVAL_NANOS) {
            return false;
        }
        measure(bindings, (now - measured) / 1e9);
        measured = now;
        rules.uplinks().forEach(ReceiveSteering::count);
        if (!automatic || assignments.isPassing()) {
            return false;
        }
        boolean changed = false;
        var asking = new HashMap<Integer, Integer>();
        for (QueueMove move : proposals()) {
            int worker = move.load().worker();
            int times = asked.getOrDefault(worker, 0) + 1;
            if (times >= PATIENCE) {
                changed |= balance(move, generation, now);
            } else {
                asking.put(worker, times);
            }
        }
        asked.clear();
        asked.putAll(asking);
        return changed;
    }

    private boolean balance(QueueMove move, long generation, long now) {
        QueueLoad load = move.load();
        LOG.log(
                Level.INFO,
                "queue {0} of port {1} goes from worker-{2} to worker-{3}: the busiest has {4} packets a second, then {5}",
                load.queue(),
                load.port(),
                load.worker(),
                move.to(),
                Math.round(move.before()),
                Math.round(move.after()));
        return move(load.port(), load.queue(), move.to(), generation, now);
    }

    private void measure(List<PortBinding> bindings, double seconds) {
        var now = new ArrayList<QueueLoad>();
        var together = new ArrayList<QueueLoad>();
        var counts = new HashMap<Long, Long>();
        for (PortBinding binding : bindings) {
            int first = now.size();
            for (PortBinding.Input input : binding.inputs()) {
                long key = key(binding.port(), input.queue());
                long packets = counters.packets(binding.port(), input.queue());
                counts.put(key, packets);
                double rate = (packets - before.getOrDefault(key, packets)) / seconds;
                now.add(new QueueLoad(binding.port(), input.queue(), input.worker(), rate));
            }
            List<QueueLoad> own = now.subList(first, now.size());
            if (own.size() > 1 && tasks.containsKey(binding.port())) {
                double sum =
                        own.stream().mapToDouble(QueueLoad::packetsPerSecond).sum();
                together.add(new QueueLoad(binding.port(), 0, own.getFirst().worker(), sum));
            } else {
                together.addAll(own);
            }
        }
        before.clear();
        before.putAll(counts);
        loads = List.copyOf(now);
        movable = List.copyOf(together);
    }

    private static long key(int port, int queue) {
        return (long) port << 16 | queue;
    }

    /** How an uplink's NIC steers, null once the uplink is gone. Any thread. */
    public @Nullable ReceiveSteering steering(int uplink) {
        return rules.of(uplink);
    }

    /** What each receive queue carried during the last second. Any thread. */
    public List<QueueLoad> loads() {
        return loads;
    }

    /** What would be moved, going by the last second. Any thread. */
    public List<QueueMove> proposals() {
        return QueueBalance.propose(movable, workerNodes);
    }
}
