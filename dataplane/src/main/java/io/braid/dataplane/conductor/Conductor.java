package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.PortBinding;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.engine.Snapshot;
import io.braid.dataplane.engine.SnapshotCell;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.NeighborListener;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskForwarding;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import io.braid.numa.DistinctErrors;
import io.braid.numa.HandoffRing;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Watches links and gateways, and publishes a new {@link Snapshot} whenever something the workers must know has changed.
 *
 * <p>One thread with a turn of {@value #TURN_MILLIS} ms owns all the state here; {@link #add} and {@link #remove} hand it work.
 */
public final class Conductor implements TaskForwarding, AutoCloseable {
    private static final Logger LOG = System.getLogger(Conductor.class.getName());

    static final int TURN_MILLIS = 2;
    private static final long VIEW_NANOS = 50_000_000;

    private final List<Uplink> uplinks;
    private final List<UplinkMonitor> monitors;
    private final List<ForwardingWorker> workers;
    private final List<HandoffRing> rings;
    private final NeighborEvents neighbors;
    private final SnapshotCell snapshots;
    private final Counters counters;
    private final Injector injector;
    private final LinkSource links = new LinkSource();
    private final Steering steering;
    private final PathHealth health;
    private final List<PathHealth.Condition> conditions;
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Calls calls = new Calls();
    private final DistinctErrors errors = new DistinctErrors();
    private final CpuSet cpus;
    private final Thread thread;
    private long generation;
    private long nextView = System.nanoTime();
    private volatile List<UplinkView> views = List.of();
    private PathListener pathListener = PathListener.NONE;
    private volatile boolean running = true;

    /**
     * Makes a conductor; {@link #start} sets it going.
     *
     * @param uplinks in the order of the configuration
     * @param workers by index
     * @param rings the workers' rings, by index
     * @param neighbors news from the workers
     * @param snapshots where it publishes
     * @param pool where its own packets come from
     * @param steering which uplink flows take
     * @param health what is known of the paths beyond link and neighbor
     * @param cpus where the thread may run; empty for anywhere
     */
    public Conductor(
            List<Uplink> uplinks,
            List<ForwardingWorker> workers,
            List<HandoffRing> rings,
            NeighborEvents neighbors,
            SnapshotCell snapshots,
            PacketPool pool,
            Steering steering,
            PathHealth health,
            CpuSet cpus) {
        this.cpus = cpus;
        this.health = health;
        this.conditions = new ArrayList<>(
                uplinks.stream().map(_ -> PathHealth.Condition.GOOD).toList());
        this.steering = steering;
        this.uplinks = List.copyOf(uplinks);
        this.monitors = uplinks.stream()
                .map(uplink -> new UplinkMonitor(
                        uplink.config(), uplink.mac(), uplink.port().id()))
                .toList();
        this.workers = List.copyOf(workers);
        this.rings = List.copyOf(rings);
        this.neighbors = neighbors;
        this.snapshots = snapshots;
        this.counters = new Counters(Port.MAX_PORTS);
        this.injector = new Injector(pool, counters);
        this.generation = snapshots.get().generation();
        this.thread = Thread.ofPlatform().name("conductor").unstarted(this::run);
        health.onChange(() -> LockSupport.unpark(thread));
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
        links.poll();
        for (int i = 0; i < monitors.size(); i++) {
            monitors.get(i).link(links.isUp(uplinks.get(i), now), now);
            steering.speed(i, links.megabitsPerSecond(uplinks.get(i), now));
        }
        neighbors.poll(listener(now));
        boolean changed = false;
        for (int i = 0; i < monitors.size(); i++) {
            HandoffRing owner = rings.get(owner(i));
            monitors.get(i).tick(now, (port, frame) -> injector.send(port, frame, owner));
            changed |= logChange(i);
        }
        boolean paths = changed;
        changed |= steering.turn(
                UsablePaths.of(monitors, health, true), UsablePaths.of(monitors, health, false), workers, now);
        if (changed) {
            publish();
        }
        if (changed || now - nextView >= 0) {
            nextView = now + VIEW_NANOS;
            views = IntStream.range(0, monitors.size()).mapToObj(this::view).toList();
        }
        if (paths) {
            pathListener.changed(views);
        }
    }

    private UplinkView view(int index) {
        long speed = links.megabitsPerSecond(uplinks.get(index), System.nanoTime());
        return monitors.get(index).view(conditions.get(index), speed);
    }

    private boolean logChange(int index) {
        UplinkMonitor monitor = monitors.get(index);
        PathHealth.Condition condition = health.of(index);
        boolean conditionChanged = !conditions.set(index, condition).equals(condition);
        if (!monitor.takeChanged() && !conditionChanged) {
            return false;
        }
        UplinkView view = view(index);
        LOG.log(
                Level.INFO,
                "uplink {0}: link {1}, usable for IPv4: {2}, IPv6: {3}{4}",
                uplinks.get(index).name(),
                view.linkUp() ? "up" : "down",
                view.usable4(),
                view.usable6(),
                condition.reasons().isEmpty() ? "" : "; " + String.join("; ", condition.reasons()));
        return true;
    }

    private NeighborListener listener(long now) {
        return new NeighborListener() {
            @Override
            public void ipv4(int uplink, int address, long mac, boolean solicited) {
                heard(uplink, new Ipv4Address(address), mac, solicited);
            }

            @Override
            public void ipv6(int uplink, long high, long low, long mac, boolean solicited) {
                heard(uplink, new Ipv6Address(high, low), mac, solicited);
            }

            private void heard(int uplink, IpAddress address, long mac, boolean solicited) {
                monitors.get(uplink).heard(address, mac, solicited, now);
            }
        };
    }

    /** The worker of an uplink with its punt port, by the uplink's index, or of a task, by its slot: each kind is spread evenly. */
    private int owner(int index) {
        return index % workers.size();
    }

    private void publish() {
        generation++;
        var bindings = new ArrayList<PortBinding>();
        for (Uplink uplink : uplinks) {
            int owner = owner(uplink.index());
            bindings.add(PortBinding.of(uplink.port(), owner));
            bindings.add(PortBinding.of(uplink.punt().port(), owner));
        }
        tasks.values().forEach(task -> bindings.add(PortBinding.of(task.port().port(), owner(task.slot()))));
        snapshots.publish(new Snapshot(
                TableBuilder.build(generation, uplinks, monitors, tasks.values(), steering.view()), bindings));
    }

    @Override
    public void add(Task task) {
        awaitWorkers(callAndPublish(() -> tasks.put(task.name(), task)));
    }

    @Override
    public void remove(Task task) {
        awaitWorkers(callAndPublish(() -> tasks.remove(task.name())));
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
        for (ForwardingWorker worker : workers) {
            while (running && worker.seenGeneration() < wanted) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    /** Has someone told of each change of the uplinks, beginning with the state as it is; any thread. */
    public void tell(PathListener whom) {
        calls.post(thread, () -> {
            pathListener = whom;
            whom.changed(
                    IntStream.range(0, monitors.size()).mapToObj(this::view).toList());
        });
    }

    /** The uplinks' state at the last turn; any thread. */
    public List<UplinkView> views() {
        return views;
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
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        links.close();
        injector.close();
    }
}
