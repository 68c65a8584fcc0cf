package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.engine.Snapshot;
import io.braid.dataplane.engine.WorkerShared;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskForwarding;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortEvents;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import io.braid.linux.ThreadEnd;
import io.braid.numa.DistinctErrors;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches links and gateways, and publishes a new {@link Snapshot} whenever something the workers must know has changed.
 *
 * <p>One thread with a turn of {@value #TURN_MILLIS} ms owns all the state here; {@link #add} and {@link #remove} hand it work.
 */
public final class Conductor implements TaskForwarding, AutoCloseable {
    private static final Logger LOG = System.getLogger(Conductor.class.getName());

    static final int TURN_MILLIS = 2;

    private final UplinkWatch uplinks;
    private final PathChanges pathChanges;
    private final List<ForwardingWorker> workers;
    private final WorkerShared shared;
    private final QueueMoves moves;
    private final StuckWorkers stuck;
    private final Counters counters;
    private final Injector injector;
    private final Steering steering;
    private final UplinkRestarts restarts;
    private final TaskLinks taskLinks;
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Calls calls = new Calls();
    private final DistinctErrors errors = new DistinctErrors();
    private final CpuSet cpus;
    private final Thread thread;
    private long generation;
    private PathListener pathListener = PathListener.NONE;
    private volatile boolean running = true;

    /**
     * Makes a conductor; {@link #start} sets it going.
     *
     * @param uplinks in the order of the configuration
     * @param workers by index
     * @param shared where it publishes, and what the workers tell
     * @param neighbors news from the workers
     * @param moves which worker has which queue; knows the uplinks' already
     * @param stuck tells of workers that do not return
     * @param pool where its own packets come from
     * @param steering which uplink flows take
     * @param health what is known of the paths beyond link and neighbor
     * @param events what drivers tell of ports
     * @param cpus where the thread may run; empty for anywhere
     */
    public Conductor(
            List<Uplink> uplinks,
            List<ForwardingWorker> workers,
            WorkerShared shared,
            NeighborEvents neighbors,
            QueueMoves moves,
            StuckWorkers stuck,
            PacketPool pool,
            Steering steering,
            PathHealth health,
            PortEvents events,
            CpuSet cpus) {
        this.cpus = cpus;
        this.steering = steering;
        this.pathChanges = new PathChanges(uplinks);
        this.uplinks = new UplinkWatch(uplinks, neighbors, health);
        this.workers = List.copyOf(workers);
        this.shared = shared;
        this.moves = moves;
        this.stuck = stuck;
        this.counters = new Counters(Port.MAX_PORTS);
        this.injector = new Injector(pool, counters);
        this.generation = shared.snapshots().get().generation();
        this.thread = Thread.ofPlatform().name("conductor").unstarted(this::run);
        this.taskLinks = new TaskLinks(events);
        health.onChange(() -> LockSupport.unpark(thread));
        events.onEvent(() -> LockSupport.unpark(thread));
        this.restarts = new UplinkRestarts(this.uplinks, moves, shared.generations(), events);
    }

    /** Tells the workers about all ports, and starts the thread. */
    public void start() {
        publish(); // before the first turn, whose announcements the workers must know a port for
        thread.start();
    }

    private void run() {
        if (!cpus.isEmpty()) {
            CpuAffinity.set(cpus); // off the workers' CPUs
        }
        while (running) {
            try {
                turn(System.nanoTime());
            } catch (RuntimeException | Error e) {
                // The next turn starts from the same state; what failed is shown once and counted.
                if (errors.record(e)) {
                    LOG.log(Level.ERROR, "conductor: " + e.getMessage(), e);
                }
            }
            LockSupport.parkNanos(TURN_MILLIS * 1_000_000L);
        }
        calls.cancel();
    }

    private void turn(long now) {
        calls.run();
        stuck.turn(now);
        boolean changed = uplinks.turn(now, steering::speed, this::inject);
        boolean paths = changed;
        changed |= restarts.turn(now, generation + 1);
        changed |= taskLinks.turn(tasks.values());
        changed |= steering.turn(uplinks.usable(true), uplinks.usable(false), workers, now);
        changed |= moves.turn(shared.snapshots().get().bindings(), generation + 1, now);
        if (changed) {
            publish();
        }
        if (paths) {
            pathChanges.saw(uplinks.views());
            pathListener.changed(uplinks.views());
        }
    }

    private void inject(int port, byte[] frame) {
        injector.send(port, frame, shared.rings().get(moves.assignments().sender(port)));
    }

    private void publish() {
        generation++;
        shared.snapshots()
                .publish(new Snapshot(
                        TableBuilder.build(
                                generation,
                                uplinks.uplinks(),
                                uplinks.monitors(),
                                tasks.values(),
                                taskLinks::isUp,
                                steering.views()),
                        moves.assignments().bindings()));
    }

    @Override
    public void add(Task task) {
        awaitWorkers(callAndPublish(() -> {
            tasks.put(task.name(), task);
            taskLinks.add(task);
            moves.add(task);
        }));
    }

    @Override
    public void remove(Task task) {
        awaitWorkers(callAndPublish(() -> {
            tasks.remove(task.name());
            taskLinks.remove(task);
            moves.remove(task);
        }));
    }

    @Override
    public void rehome(Task task) {
        calls.post(thread, () -> {
            long now = System.nanoTime();
            if (tasks.replace(task.name(), task) != null && moves.rehome(task, generation + 1, now)) {
                publish();
            }
        });
    }

    @Override
    public void replace(Collection<Task> changed) {
        awaitWorkers(callAndPublish(() -> changed.forEach(task -> tasks.replace(task.name(), task))));
    }

    /** Goes by other rules; returns when it does. */
    public void tune(Tuning tuning) {
        calls.await(thread, () -> {
            steering.tune(tuning);
            moves.automatic(tuning.moveQueues());
            return true;
        });
    }

    /**
     * Moves a receive queue, and for a task's port the sender's role, to another worker, without loss.
     *
     * @return whether it began; false when it is there already, does not exist or is still on its way from an earlier move
     */
    public boolean move(int port, int queue, int worker) {
        return calls.await(thread, () -> {
            boolean began = moves.move(port, queue, worker, generation + 1, System.nanoTime());
            if (began) {
                publish();
            }
            return began;
        });
    }

    /**
     * Stops an uplink's port and starts it again, with its NIC reset where the driver can; its flows take other uplinks meanwhile. Any thread; does not wait.
     *
     * @return completed when the port runs again, or with why it does not
     */
    public CompletableFuture<Void> restart(int uplink) {
        var outcome = new CompletableFuture<Void>();
        calls.post(thread, () -> restarts.want(uplink, "an operator asked for it", outcome));
        return outcome;
    }

    /** The worker that polls a queue, -1 when there is no such queue. Any thread. */
    public int poller(int port, int queue) {
        return calls.await(thread, () -> moves.assignments().poller(port, queue));
    }

    /** Whether a queue of a port is on its way to another worker. Any thread. */
    public boolean isPassing(int port) {
        return calls.await(thread, () -> moves.assignments().isPassing(port));
    }

    /** Which worker has which queue, and what they carry. */
    public QueueMoves moves() {
        return moves;
    }

    /** Runs {@code work} on the conductor's thread, publishes, and returns the snapshot's generation. */
    private long callAndPublish(Runnable work) {
        return calls.await(thread, () -> {
            work.run();
            publish();
            return generation;
        });
    }

    private void awaitWorkers(long wanted) {
        while (running && !shared.generations().allReached(wanted)) {
            LockSupport.parkNanos(100_000);
        }
    }

    /** Has someone told of each change of the uplinks, beginning with the state as it is; any thread. */
    public void tell(PathListener whom) {
        calls.post(thread, () -> {
            pathListener = whom;
            whom.changed(uplinks.views());
        });
    }

    /** Has someone told when tasks' ends of their ports come and go; any thread. */
    public void tell(TaskLinkListener whom) {
        calls.post(thread, () -> taskLinks.tell(whom));
    }

    /** The uplinks' state at the last turn; any thread. */
    public List<UplinkView> views() {
        return uplinks.views();
    }

    /** For each uplink whether its link is up and no liveness check says otherwise; empty before the first turn. Any thread. */
    public List<Boolean> working() {
        return uplinks.views().stream()
                .map(view -> view.linkUp() && view.condition().alive())
                .toList();
    }

    @Override
    public PortTotals totals(int port) {
        var all = new ArrayList<Counters>(
                workers.stream().map(ForwardingWorker::counters).toList());
        all.add(counters);
        return PortTotals.read(all, port);
    }

    /** Stops the thread; workers keep the last snapshot. */
    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        ThreadEnd.await(thread);
        restarts.close();
        uplinks.close();
        injector.close();
    }
}
