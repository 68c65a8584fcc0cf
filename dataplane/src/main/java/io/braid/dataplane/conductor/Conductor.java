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
import io.braid.numa.HandoffRing;
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
    private final PathChanges pathChanges = new PathChanges();
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
     * @param workers by index
     * @param shared where it publishes, and what the workers tell
     * @param neighbors news from the workers
     * @param moves which worker has which queue
     * @param stuck tells of workers that do not return
     * @param pool where its own packets come from
     * @param steering which uplink flows take
     * @param health what is known of the paths beyond link and neighbor
     * @param events what drivers tell of ports
     * @param cpus where the thread may run; empty for anywhere
     */
    public Conductor(
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
        this.uplinks = new UplinkWatch(neighbors, health);
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

    /**
     * Takes up an uplink whose ports run, before {@link #start}.
     *
     * @param queues which workers have its queues
     * @param spread receive queues from 0 that RSS is to use
     */
    public void addFirst(Uplink uplink, PortQueues queues, int spread) {
        uplinks.add(uplink);
        steering.add(uplink.index(), uplink.node());
        moves.add(uplink, queues, spread);
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
            tellPaths();
        }
    }

    private void tellPaths() {
        pathChanges.saw(uplinks.uplinks(), uplinks.views());
        pathListener.changed(uplinks.views());
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
                                uplinks::monitor,
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

    /** Takes up an uplink while others forward; returns when every worker polls its ports. Its link counts as down until the next turn. */
    public void add(Uplink uplink, PortQueues queues, int spread) {
        awaitWorkers(callAndPublish(() -> {
            addFirst(uplink, queues, spread);
            uplinks.look();
        }));
    }

    /**
     * Lets go of an uplink: its flows take others first, then its ports are left. When this returns no thread of workers or conductor uses them any more, and what was given to
     * them is sent.
     *
     * @param drainNanos how long packets given to its NIC take to be sent at most
     */
    public void remove(Uplink uplink, long drainNanos) {
        new UplinkDeparture(uplink, this).run(drainNanos);
    }

    /** Gives up an uplink's restart, if there is one; false while a thread is at it. */
    boolean giveUpRestart(Uplink uplink) {
        return calls.await(thread, () -> restarts.giveUp(uplink));
    }

    /** Has flows avoid an uplink; the snapshot's generation. */
    long avoid(Uplink uplink) {
        return callAndPublish(() -> {
            uplinks.out(uplink.index(), true);
            long now = System.nanoTime();
            uplinks.turn(now, steering::speed, this::inject);
            steering.turn(uplinks.usable(true), uplinks.usable(false), workers, now);
            uplinks.look();
            tellPaths();
        });
    }

    /** Has no worker use an uplink's ports; the snapshot's generation, -1 while a queue of theirs is passing between workers. */
    long leave(Uplink uplink) {
        return calls.await(thread, () -> {
            if (!moves.leave(uplink)) {
                return -1L;
            }
            publish();
            return generation;
        });
    }

    /** Forgets an uplink whose ports no worker uses; the snapshot's generation. */
    long forget(Uplink uplink) {
        return callAndPublish(() -> {
            moves.remove(uplink);
            steering.remove(uplink.index());
            uplinks.remove(uplink);
            uplinks.look();
            tellPaths();
        });
    }

    /** Waits until what workers have given each other so far is sent. */
    void awaitHandedOver() {
        for (HandoffRing ring : shared.rings()) {
            long mark = ring.mark();
            while (running && !ring.passed(mark)) {
                LockSupport.parkNanos(100_000);
            }
        }
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
    public CompletableFuture<Void> restart(Uplink uplink) {
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

    /** Waits until every worker goes by a snapshot. */
    void awaitWorkers(long wanted) {
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

    /** The uplinks' state at the last turn, by place; empty before the first, {@link UplinkView#UNKNOWN} where there is none. Any thread. */
    public List<UplinkView> views() {
        return uplinks.views();
    }

    /** For each place whether its uplink's link is up and no liveness check says otherwise; empty before the first turn. Any thread. */
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
