package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.MovedQueues;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.conductor.PathListener;
import io.braid.dataplane.conductor.QueueMoves;
import io.braid.dataplane.conductor.Steering;
import io.braid.dataplane.conductor.StuckWorkers;
import io.braid.dataplane.conductor.TaskLinkListener;
import io.braid.dataplane.config.FileOwner;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.config.NumaRebalance;
import io.braid.dataplane.config.OffloadPolicy;
import io.braid.dataplane.control.Announcing;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlService;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.Inspecting;
import io.braid.dataplane.control.Placing;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskSocketServer;
import io.braid.dataplane.control.TaskStateFile;
import io.braid.dataplane.engine.PinStore;
import io.braid.dataplane.grant.GrantPolicy;
import io.braid.dataplane.grant.GrantWatch;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.net.MalformedValueException;
import io.braid.dataplane.port.BufferPlan;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.port.UplinkSet;
import io.braid.dataplane.task.DeadSockets;
import io.braid.dataplane.task.NicCarriers;
import io.braid.dataplane.task.SpoofWatch;
import io.braid.dataplane.task.TaskAnnouncer;
import io.braid.dataplane.task.TaskCpus;
import io.braid.dataplane.task.TaskHomeWatch;
import io.braid.dataplane.task.TaskHomes;
import io.braid.dataplane.task.TaskKeeper;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.dataplane.web.Listening;
import io.braid.dataplane.web.WebServer;
import io.braid.dpdk.Eal;
import io.braid.flow.Pins;
import io.braid.numa.WorkerWatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A running dataplane: DPDK, uplinks, workers, conductor and tasks, in the order they depend on each other. What was opened is closed in reverse, also when
 * the start fails half-way.
 */
public final class Dataplane implements ControlService, AutoCloseable {
    private static final Logger LOG = System.getLogger(Dataplane.class.getName());

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final AuditLog audit = AuditLog.toLog();
    private final TaskGrants grants;
    private final TaskRegistry tasks;
    private final StatusBuilder status;
    private final PlacementOperations placing;
    private final FlowFinder inspecting;
    private final AnnouncementOperations announcements;
    private final TaskStateFile state;
    private final TaskKeeper keeper;
    private final @Nullable Announcer announcer;
    private final CompletableFuture<@Nullable Void> left = new CompletableFuture<>();

    private Dataplane(LoadedConfig loaded, @Nullable Path sysfs, @Nullable Handover before) {
        HostConfig config = loaded.config();
        InstantSource clock = InstantSource.system();
        grants = new TaskGrants(new GrantPolicy(config, clock), clock); // refuses bad keys before any device is touched
        try {
            Listening listening =
                    config.web().map(web -> open(Listening.on(web.listen()))).orElse(null); // before any device, too
            var host = HostPlan.read(config, sysfs);
            int mainCpu = host.beforeDevices().plan().cpus().getFirst();
            Eal eal = open(Eal.start(EalSetup.options(config, mainCpu)));
            UplinkSet devices = UplinkSet.open(eal, config.uplinks());
            NumaSetup numa;
            NodePools pools;
            try {
                numa = host.withDevices(devices.devices());
                pools = open(NodePools.create(numa.nodes(), BufferPlan.of(config, numa.plan())));
            } catch (RuntimeException e) {
                devices.closeAfter(e);
                throw e;
            }
            open(devices); // above the pools: their buffers come back when the ports close
            numa.plan().explanation().forEach(line -> LOG.log(Level.INFO, line));
            numa.plan().warnings().forEach(line -> LOG.log(Level.WARNING, line));
            List<Uplink> uplinks = devices.start(
                    eal,
                    uplink -> numa.queues(uplink).pollers().stream()
                            .map(worker -> pools.on(numa.workerNodes().get(worker)))
                            .toList(),
                    uplink -> numa.queues(uplink).sendQueueCount(),
                    config.tasks().offloads() == OffloadPolicy.AUTO);
            var workers = open(new WorkerSet(config, numa, pools));
            PinStore store = open(EgressSetup.pinStore(config, workers.pins()));
            HostPlan.requireCpus(numa.plan());
            open(workers.start(numa.plan()));
            var health = new PathHealth(uplinks.size());
            var moved = new MovedQueues(
                    workers.pins().all().stream().map(Pins::table).toList(),
                    (int) config.egress().idleTimeout().toMillis());
            var moves = new QueueMoves(
                    numa.workerNodes(),
                    workers.shared().queues(),
                    workers.shared().generations(),
                    config.numa().rebalance() == NumaRebalance.AUTO,
                    () -> NumaSetup.drainNanos(uplinks),
                    moved);
            uplinks.forEach(uplink -> moves.add(
                    uplink,
                    numa.queues(uplink.index()),
                    numa.plan().nics().get(uplink.index()).spread()));
            var stuck = new StuckWorkers(new WorkerWatch(workers.threads(), WorkerWatch.DEFAULT_LIMIT));
            Conductor conductor = open(new Conductor(
                    uplinks,
                    workers.all(),
                    workers.shared(),
                    workers.neighbors(),
                    moves,
                    stuck,
                    pools.on(-1),
                    new Steering(
                            uplinks.size(),
                            EgressSetup.balancing(config.egress(), workers.pins(), workers.rebalancers()),
                            numa.preference(config),
                            store,
                            moved),
                    health,
                    eal.portEvents(),
                    numa.plan().system()));
            conductor.start();
            announcer = config.bgp()
                    .map(bgp -> new Announcer(config, bgp, health, grants, before != null, store.found(), audit))
                    .orElse(null);
            TaskSocketServer sockets = open(TaskSocketServer.start(
                    config.tasks().sockets(), config.tasks().socketOwner().orElse(FileOwner.ROOT), audit));
            var homes = new TaskHomes(new TaskCpus(Path.of("/proc")), numa.topology()::nodeOf);
            tasks = open(new TaskRegistry(
                    config,
                    eal,
                    pools,
                    homes,
                    conductor,
                    grants,
                    announcer == null ? TaskAnnouncer.NONE : announcer,
                    sockets));
            open(new DeadSockets(tasks::tasks, numa.plan().system()).start());
            open(new NicCarriers(tasks::tasks, conductor::working, numa.plan().system()).start());
            open(new SpoofWatch(
                            tasks::tasks, conductor::totals, audit, numa.plan().system())
                    .start());
            if (numa.nodes().size() > 1) {
                open(new TaskHomeWatch(
                                homes, tasks::tasks, tasks::rehome, numa.plan().system())
                        .start());
            }
            if (announcer != null) {
                open(announcer).start(numa.plan().system());
                conductor.tell((PathListener) announcer);
                conductor.tell((TaskLinkListener) announcer);
            }
            open(new GrantWatch(grants, audit)).start();
            state = new TaskStateFile(
                    config.tasks()
                            .stateFile()
                            .orElseGet(() -> EgressSetup.beside(config.control().socket(), ".tasks")),
                    config.host().toString());
            keeper = open(new TaskKeeper(state, this::kept, numa.plan().system()));
            announcements = new AnnouncementOperations(config, health, announcer);
            placing = new PlacementOperations(config, uplinks, workers, numa, conductor, tasks);
            inspecting = new FlowFinder(uplinks, tasks, conductor, workers.pins());
            status = new StatusBuilder(
                    loaded, eal, pools, uplinks, workers, numa, conductor, stuck, tasks, grants, keeper, announcer);
            sockets.serve(new TaskOperations(tasks, grants, status, announcements, announcer));
            if (listening != null) {
                var moments = new MomentBuilder(status, uplinks, workers, pools, conductor, stuck, audit, announcer);
                open(WebServer.start( // closed first: nobody reads what the others free
                        config.web().orElseThrow(),
                        listening,
                        config.host().toString(),
                        moments::build,
                        numa.plan().system()));
            }
        } catch (RuntimeException e) {
            closeAll(e);
            throw e;
        }
    }

    /**
     * Starts forwarding; returns when workers poll. Uplinks become usable as their links and gateways are found.
     *
     * @param sysfs where the host is described; null for the host this runs on
     * @param before the tasks of a dataplane that has ended, to be attached again, null for none; one that cannot be is logged
     * @throws io.braid.dpdk.DpdkException when DPDK, its memory or a device is not to be had
     * @throws io.braid.linux.LinuxException when a system call is refused
     */
    public static Dataplane start(LoadedConfig config, @Nullable Path sysfs, @Nullable Handover before) {
        var dataplane = new Dataplane(config, sysfs, before);
        try {
            dataplane.resume(
                    before == null ? dataplane.state.load() : new TaskStateFile.Kept(before.tasks(), before.cooling()));
        } finally {
            if (before != null && dataplane.announcer != null) {
                dataplane.announcer.loaded();
            }
        }
        dataplane.keeper.save();
        dataplane.keeper.start();
        return dataplane;
    }

    private void resume(TaskStateFile.Kept before) {
        try {
            tasks.rest(before.cooling());
        } catch (MalformedValueException e) {
            LOG.log(Level.WARNING, "the addresses that were to rest are not known: {0}", e.getMessage());
        }
        before.tasks().forEach(this::resume);
    }

    private void resume(Handover.Task before) {
        try {
            tasks.resume(before);
            if (announcer != null) {
                announcer.restored(before);
            }
        } catch (ControlException e) {
            LOG.log(Level.WARNING, "task " + before.request().task() + " was lost: " + e.explanation(), e);
            tasks.lost(before);
        } catch (RuntimeException e) { // what a file said of it is nonsense: the other tasks are not to suffer
            LOG.log(Level.WARNING, "task " + before.request().task() + " was lost", e);
        }
    }

    private <T extends AutoCloseable> T open(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public StatusReport status() {
        return status.build();
    }

    @Override
    public AttachResult attach(AttachRequest request) {
        AttachResult result = tasks.attach(request);
        keeper.save();
        return result;
    }

    @Override
    public void detach(String task) {
        tasks.detach(task);
        keeper.save();
    }

    @Override
    public GrantStatus renew(String task, String grant) {
        return tasks.renew(task, grant);
    }

    @Override
    public AuditLog audit() {
        return audit;
    }

    @Override
    public Announcing announcing() {
        return announcements;
    }

    @Override
    public Placing placing() {
        return placing;
    }

    @Override
    public Inspecting inspecting() {
        return inspecting;
    }

    @Override
    public Handover handover() {
        List<Handover.Task> leaving = tasks.handover();
        return announcer == null
                ? new Handover(ProcessHandle.current().pid(), leaving, false, tasks.cooling())
                : announcer.handover(leaving, tasks.cooling());
    }

    private TaskStateFile.Kept kept() {
        List<Handover.Task> now = tasks.describe();
        return new TaskStateFile.Kept(
                announcer == null
                        ? now
                        : announcer.describe(now).stream()
                                .map(Handover.Task::atRest)
                                .toList(),
                tasks.cooling());
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
