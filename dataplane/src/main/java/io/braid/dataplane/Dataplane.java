package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.PathListener;
import io.braid.dataplane.conductor.TaskLinkListener;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.Announcing;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlService;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.Inspecting;
import io.braid.dataplane.control.Looking;
import io.braid.dataplane.control.Operating;
import io.braid.dataplane.control.Placing;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskSocketServer;
import io.braid.dataplane.flight.FlightEvent;
import io.braid.dataplane.grant.GrantWatch;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.latency.GcPauses;
import io.braid.dataplane.latency.Latencies;
import io.braid.dataplane.log.ProcessLog;
import io.braid.dataplane.reload.Reloader;
import io.braid.dataplane.task.DeadSockets;
import io.braid.dataplane.task.NicCarriers;
import io.braid.dataplane.task.SpoofWatch;
import io.braid.dataplane.task.TaskAnnouncer;
import io.braid.dataplane.task.TaskCpus;
import io.braid.dataplane.task.TaskHomeWatch;
import io.braid.dataplane.task.TaskHomes;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.dataplane.web.Listening;
import io.braid.dataplane.web.WebServer;
import io.braid.linux.CpuSet;
import io.braid.numa.topology.NumaNode;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A running dataplane: DPDK, uplinks, workers, conductor and tasks, in the order they depend on each other. What was opened is closed in reverse, also when
 * the start fails half-way.
 */
public final class Dataplane implements ControlService, AutoCloseable {
    private final Resources resources = new Resources();
    private final AuditLog audit;
    private final TaskGrants grants;
    private final TaskRegistry tasks;
    private final StatusBuilder status;
    private final PlacementOperations placing;
    private final FlowFinder inspecting;
    private final PacketLooks looking;
    private final AnnouncementOperations announcements;
    private final KeptTasks kept;
    private final ProcessOperations operations;
    private final @Nullable Announcer announcer;
    private final CompletableFuture<@Nullable Void> left = new CompletableFuture<>();

    private Dataplane(LoadedConfig loaded, Preparation prepared, @Nullable Handover before, ProcessLog log) {
        HostConfig config = loaded.config();
        InstantSource clock = InstantSource.system();
        FlightEvent.lifecycle("start");
        resources.open(prepared);
        grants = prepared.grants();
        audit = prepared.audit();
        try {
            Listening listening = config.web()
                    .map(web -> resources.open(Listening.on(web.listen())))
                    .orElse(null); // before any device, too
            var forwarding = new Forwarding(config, prepared, resources);
            Conductor conductor = forwarding.conductor();
            CpuSet cpus = forwarding.numa().plan().system();
            announcer = config.bgp()
                    .map(bgp -> new Announcer(
                            config,
                            bgp,
                            forwarding.uplinks()::places,
                            forwarding.health(),
                            grants,
                            before != null,
                            forwarding.store().found(),
                            audit))
                    .orElse(null);
            TaskSocketServer sockets = resources.open(prepared.taskSockets());
            var homes = new TaskHomes(
                    new TaskCpus(Path.of("/proc")),
                    forwarding.numa().topology()::nodeOf,
                    forwarding.numa().topology().nodes().stream()
                            .map(NumaNode::id)
                            .toList());
            tasks = resources.open(new TaskRegistry(
                    config,
                    forwarding.uplinks()::places,
                    forwarding.eal(),
                    forwarding.pools(),
                    homes,
                    conductor,
                    grants,
                    announcer == null ? TaskAnnouncer.NONE : announcer,
                    sockets));
            watch(forwarding, homes);
            if (announcer != null) {
                resources.open(announcer).start(cpus);
                conductor.tell((PathListener) announcer);
                conductor.tell((TaskLinkListener) announcer);
            }
            resources.open(new GrantWatch(grants, audit)).start();
            kept = resources.open(new KeptTasks(config, tasks, announcer, cpus));
            announcements = new AnnouncementOperations(forwarding.uplinks()::places, forwarding.health(), announcer);
            placing = new PlacementOperations(config, forwarding, tasks);
            inspecting = new FlowFinder(
                    forwarding.uplinks()::places,
                    tasks,
                    conductor,
                    forwarding.workers().pins());
            looking = new PacketLooks(
                    forwarding.uplinks()::all,
                    tasks,
                    forwarding.workers().all(),
                    forwarding.workers().pins()::policy);
            Latencies latencies = resources
                    .open(new Latencies(config.latency(), forwarding.workers().all(), cpus))
                    .start();
            status = new StatusBuilder(loaded, forwarding, tasks, grants, kept.keeper(), announcer, latencies);
            sockets.serve(new TaskOperations(tasks, grants, status, announcements, announcer));
            var lastReload = new LastReload();
            WebServer web = null;
            if (listening != null) {
                GcPauses pauses = resources.open(GcPauses.listen());
                var moments =
                        new MomentBuilder(status, forwarding, audit, announcer, latencies, pauses, lastReload::get);
                web = resources.open(WebServer.start( // closed first: nobody reads what the others free
                        config.web().orElseThrow(), listening, config.host().toString(), moments::build, cpus));
            }
            var reloader = new Reloader(
                    loaded,
                    LiveParts.of(clock, grants, tasks, forwarding, announcer, web, status, placing, log),
                    tasks::still,
                    audit,
                    lastReload::add);
            operations = new ProcessOperations(
                    reloader,
                    log,
                    () -> reloader.running().config().log().level(),
                    new SupportFiles(reloader, log, web));
        } catch (RuntimeException e) {
            resources.closeAll(e);
            throw e;
        }
    }

    /** Starts what looks after tasks by itself. */
    private void watch(Forwarding forwarding, TaskHomes homes) {
        Conductor conductor = forwarding.conductor();
        CpuSet cpus = forwarding.numa().plan().system();
        resources.open(new DeadSockets(tasks::tasks, cpus).start());
        resources.open(new NicCarriers(tasks::tasks, conductor::working, cpus).start());
        resources.open(new SpoofWatch(tasks::tasks, conductor::totals, audit, cpus).start());
        if (forwarding.numa().nodes().size() > 1) {
            resources.open(new TaskHomeWatch(homes, tasks::tasks, tasks::rehome, cpus).start());
        }
    }

    /**
     * Starts forwarding; returns when workers poll. Uplinks become usable as their links and gateways are found.
     *
     * @param prepared closed with the dataplane, also when the start fails
     * @param before the tasks of a dataplane that has ended, to be attached again, null for none; one that cannot be is logged
     * @param log the process's
     * @throws io.braid.dpdk.DpdkException when DPDK, its memory or a device is not to be had
     * @throws io.braid.linux.LinuxException when a system call is refused
     */
    public static Dataplane start(
            LoadedConfig config, Preparation prepared, @Nullable Handover before, ProcessLog log) {
        var dataplane = new Dataplane(config, prepared, before, log);
        dataplane.kept.resume(before);
        FlightEvent.lifecycle("ready");
        return dataplane;
    }

    /** An ordinary start on this host: the tasks are those that the state file tells. */
    public static Dataplane start(LoadedConfig config, ProcessLog log) {
        return start(config, Preparation.of(config.config(), null), null, log);
    }

    @Override
    public StatusReport status() {
        return status.build();
    }

    @Override
    public AttachResult attach(AttachRequest request) {
        AttachResult result = tasks.attach(request);
        kept.save();
        return result;
    }

    @Override
    public void detach(String task) {
        tasks.detach(task);
        kept.save();
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
    public Operating operating() {
        return operations;
    }

    @Override
    public Inspecting inspecting() {
        return inspecting;
    }

    @Override
    public Looking looking() {
        return looking;
    }

    @Override
    public Handover handover() {
        List<Handover.Task> leaving = tasks.handover();
        return announcer == null
                ? new Handover(ProcessHandle.current().pid(), leaving, false, tasks.cooling())
                : announcer.handover().leave(leaving, tasks.cooling());
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
        FlightEvent.lifecycle("stop");
        var failure = new IllegalStateException("the dataplane did not end cleanly");
        resources.closeAll(failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }
}
