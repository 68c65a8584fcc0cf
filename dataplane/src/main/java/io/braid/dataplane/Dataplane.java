package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.conductor.Steering;
import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.EgressConfig;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.IdlePolicy;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.Announcing;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlService;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.engine.PinStore;
import io.braid.dataplane.engine.Snapshot;
import io.braid.dataplane.engine.SnapshotCell;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.Hop;
import io.braid.dataplane.graph.TaskEntry;
import io.braid.dataplane.graph.UplinkEntry;
import io.braid.dataplane.port.BufferPlan;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.TaskAnnouncer;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.flow.AddressTable;
import io.braid.flow.BucketTable;
import io.braid.flow.PathView;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import io.braid.linux.CpuAffinity;
import io.braid.numa.CpuSelection;
import io.braid.numa.HandoffRing;
import io.braid.numa.IdleStrategy;
import io.braid.numa.WorkerThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A running dataplane: DPDK, uplinks, workers, conductor and tasks, in the order they depend on each other. What was opened is closed in reverse, also when
 * the start fails half-way.
 */
public final class Dataplane implements ControlService, AutoCloseable {
    private static final Logger LOG = System.getLogger(Dataplane.class.getName());
    private static final int RING_CAPACITY = 4096;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final TaskRegistry tasks;
    private final StatusBuilder status;
    private final AnnouncementOperations announcements;
    private final @Nullable Announcer announcer;
    private final CompletableFuture<@Nullable Void> left = new CompletableFuture<>();

    private Dataplane(LoadedConfig loaded, @Nullable Handover before) {
        HostConfig config = loaded.config();
        try {
            CpuSelection cpus = selectCpus(config);
            cpus.explanation().forEach(line -> LOG.log(Level.INFO, line));
            BufferPlan plan = BufferPlan.of(config, cpus.workers().size());
            Eal eal = open(Eal.start(ealOptions(config, cpus)));
            PacketPool pool = open(PacketPool.create("braid", plan.count(), plan.dataRoom(), -1));
            open(() -> requireNoLeak(pool));
            var uplinks = new ArrayList<Uplink>();
            for (int i = 0; i < config.uplinks().size(); i++) {
                uplinks.add(open(Uplink.open(eal, pool, i, config.uplinks().get(i))));
            }
            var snapshots = new SnapshotCell(new Snapshot(emptyTable(), List.of()));
            var neighbors = new NeighborEvents();
            List<HandoffRing> rings = cpus.workers().stream()
                    .map(_ -> new HandoffRing(RING_CAPACITY))
                    .toList();
            EgressConfig egress = config.egress();
            PinSet pins = open(EgressSetup.pinSet(egress, rings.size()));
            PinStore store = open(EgressSetup.pinStore(config, pins));
            var health = new PathHealth(uplinks.size());
            var rebalancer = new Rebalancer(RebalancerSettings.DEFAULT.withGapMillis(
                    (int) egress.flowletGap().toMillis()));
            List<ForwardingWorker> workers = IntStream.range(0, rings.size())
                    .mapToObj(i -> new ForwardingWorker(
                            i, snapshots, rings, pool, neighbors, pins, rebalancer, Port.MAX_PORTS))
                    .toList();
            List<WorkerThread> threads = startWorkers(workers, cpus, config);
            Conductor conductor = open(new Conductor(
                    uplinks,
                    workers,
                    rings,
                    neighbors,
                    snapshots,
                    pool,
                    new Steering(uplinks.size(), EgressSetup.balancing(egress, pins, rebalancer), store),
                    health,
                    cpus.system()));
            conductor.start();
            announcer = config.bgp()
                    .map(bgp -> new Announcer(config, bgp, health, before != null, store.found()))
                    .orElse(null);
            tasks = open(
                    new TaskRegistry(config, eal, pool, conductor, announcer == null ? TaskAnnouncer.NONE : announcer));
            if (announcer != null) {
                open(announcer).start(cpus.system());
                conductor.tell(announcer);
            }
            announcements = new AnnouncementOperations(config, health, announcer);
            status = new StatusBuilder(loaded, eal, pool, uplinks, threads, rings, conductor, tasks, pins, announcer);
        } catch (RuntimeException e) {
            closeAll(e);
            throw e;
        }
    }

    /**
     * Starts forwarding; returns when workers poll. Uplinks become usable as their links and gateways are found.
     *
     * @throws io.braid.dpdk.DpdkException when DPDK, its memory or a device is not to be had
     * @throws io.braid.linux.LinuxException when a system call is refused
     */
    public static Dataplane start(LoadedConfig config) {
        return new Dataplane(config, null);
    }

    /** As {@link #start}, with the tasks of a dataplane that has ended; one that cannot be attached again is logged. */
    public static Dataplane takeOver(LoadedConfig config, Handover before) {
        var dataplane = new Dataplane(config, before);
        try {
            before.tasks().forEach(dataplane::resume);
        } finally {
            if (dataplane.announcer != null) {
                dataplane.announcer.loaded();
            }
        }
        return dataplane;
    }

    private void resume(Handover.Task before) {
        try {
            tasks.attach(before.request().checked());
            if (announcer != null) {
                announcer.restored(before);
            }
        } catch (ControlException e) {
            LOG.log(Level.WARNING, "task " + before.request().task() + " was lost: " + e.explanation(), e);
        }
    }

    private <T extends AutoCloseable> T open(T resource) {
        opened.push(resource);
        return resource;
    }

    private static CpuSelection selectCpus(HostConfig config) {
        List<Integer> wanted = config.workers().cpus().cpus();
        // One worker serves a few ports well; more than there are uplinks would have nothing to poll.
        return config.workers().cpus().isAuto()
                ? CpuSelection.auto(
                        CpuAffinity.get(), CpuSelection.SYSFS, config.uplinks().size())
                : CpuSelection.explicit(wanted, CpuAffinity.get(), CpuSelection.SYSFS);
    }

    private static EalOptions ealOptions(HostConfig config, CpuSelection cpus) {
        List<String> pci = config.uplinks().stream()
                .filter(uplink -> uplink.device() instanceof DeviceSpec.Pci)
                .map(uplink -> uplink.device().name())
                .toList();
        EalOptions.Hugepages hugepages = switch (config.dpdk().hugepages()) {
            case AUTO -> EalOptions.Hugepages.AUTO;
            case ON -> EalOptions.Hugepages.ON;
            case OFF -> EalOptions.Hugepages.OFF;
        };
        int memoryMiB = (int) (config.dpdk().memory().bytes() >> 20);
        return new EalOptions(
                memoryMiB,
                hugepages,
                pci,
                cpus.workers().getFirst(),
                config.dpdk().extraArgs());
    }

    private static ForwardingTable emptyTable() {
        BucketTable none = BucketTable.of(BucketTable.DEFAULT_SIZE, 0);
        return new ForwardingTable(
                0,
                AddressTable.builder().build(),
                PathView.of(none, none),
                new UplinkEntry[0],
                new TaskEntry[0],
                new Hop[0],
                new Hop[0],
                new Hop[0],
                Port.MAX_PORTS);
    }

    private List<WorkerThread> startWorkers(List<ForwardingWorker> workers, CpuSelection cpus, HostConfig config) {
        var threads = new ArrayList<WorkerThread>();
        for (int i = 0; i < workers.size(); i++) {
            IdleStrategy idle =
                    config.workers().idle() == IdlePolicy.BUSY ? IdleStrategy.busySpin() : IdleStrategy.backoff();
            threads.add(open(new WorkerThread(workers.get(i), cpus.workers().get(i), idle).start()));
        }
        return threads;
    }

    /** Once all ports are closed every buffer must be back; a missing one was lost by a defect. */
    private static void requireNoLeak(PacketPool pool) {
        if (pool.inUse() != 0) {
            throw new IllegalStateException(
                    pool.inUse() + " of " + pool.size() + " packet buffers were not given back");
        }
        LOG.log(Level.INFO, "all {0} packet buffers are back", Integer.toString(pool.size()));
    }

    @Override
    public StatusReport status() {
        return status.build();
    }

    @Override
    public AttachResult attach(AttachRequest request) {
        return tasks.attach(request);
    }

    @Override
    public void detach(String task) {
        tasks.detach(task);
    }

    @Override
    public Announcing announcing() {
        return announcements;
    }

    @Override
    public Handover handover() {
        List<AttachRequest> requests = tasks.handover();
        return announcer == null
                ? new Handover(
                        ProcessHandle.current().pid(),
                        requests.stream()
                                .map(request -> new Handover.Task(request, Handover.STANDING, false))
                                .toList(),
                        false)
                : announcer.handover(requests);
    }

    @Override
    public void leave() {
        left.complete(null);
    }

    /** Has {@code action} run when another dataplane takes over and this one has to end. */
    public void whenLeft(Runnable action) {
        var _ = left.thenRun(action);
    }

    /** Withdraws all routes, detaches all tasks, stops all threads, and gives devices and memory back. */
    @Override
    public void close() {
        var failure = new IllegalStateException("the dataplane did not end cleanly");
        closeAll(failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    /** Closes all that is open, newest first; what fails is added to {@code failure} and the rest still closed. */
    private void closeAll(Exception failure) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
    }
}
