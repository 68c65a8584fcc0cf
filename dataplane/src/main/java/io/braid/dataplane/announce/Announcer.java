package io.braid.dataplane.announce;

import io.braid.bfd.BfdEngine;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.OwnRestart;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.SpeakerConfig;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.conductor.PathListener;
import io.braid.dataplane.conductor.TaskLinkListener;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.config.BgpConfig;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskAnnouncer;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Announces the task IPs of this host: one path by each usable uplink, for as long as the task has its lease and its port.
 *
 * <p>Public methods may be called by any thread but those of BGP, BFD and the conductor; they wait for the announcer's own thread. {@link #changed} is for
 * the conductor's and does not wait.
 */
public final class Announcer implements TaskAnnouncer, PathListener, TaskLinkListener, AutoCloseable {
    private static final Logger LOG = System.getLogger(Announcer.class.getName());

    private final BgpConfig config;
    private final Supplier<UplinkPlaces> uplinks;
    private final Announcements table;
    private final SwitchSessions sessions;
    private final AnnouncerThread thread = new AnnouncerThread();
    private final TaskLeases leases;
    private final TaskPortWatch ports;
    private final OwnAnnouncements own;
    private final OtherHosts others;
    private final UplinkDrains drains;
    private final AnnouncerViews views;
    private final LeaseHandover handover;
    private final @Nullable MrtFile dump;
    private volatile @Nullable BgpSpeaker speaker;
    private @Nullable BfdEngine engine;
    private Set<Prefix> watched;
    private List<UplinkView> paths = List.of();

    /**
     * Nothing runs before {@link #start}.
     *
     * @param uplinks those that there are; announced as the configuration says
     * @param grants which tasks have grants: one whose grant is over is withdrawn at once
     * @param takenOver this process took over from one that ended, and {@link LeaseHandover#loaded} will be called
     * @param pinsKept the flows keep the uplinks they had before
     * @param audit where it is written down that another host announces a task's address
     */
    public Announcer(
            HostConfig host,
            BgpConfig config,
            Supplier<UplinkPlaces> uplinks,
            PathHealth health,
            TaskGrants grants,
            boolean takenOver,
            boolean pinsKept,
            AuditLog audit) {
        this.config = config;
        this.uplinks = uplinks;
        this.watched = prefixes(host);
        this.table = new Announcements(UplinkRoutes.unknown(uplinks.get()), watched);
        this.leases = new TaskLeases(table, grants);
        this.ports = new TaskPortWatch((task, up) -> thread.execute(() -> leases.port(task, up)));
        long deadline = System.nanoTime() + config.gracefulRestart().toNanos();
        if (takenOver) {
            table.loading(deadline);
        }
        this.sessions = new SwitchSessions(
                PeerSetup.all(config, uplinks.get()),
                setup -> new SwitchSession(
                        setup,
                        table,
                        health,
                        takenOver && speaker == null // not for one that is added later
                                ? OwnRestart.planned(kept(pinsKept), deadline)
                                : OwnRestart.none(),
                        watched,
                        thread));
        this.others = new OtherHosts(host, config.asn(), sessions::heard, audit);
        this.own = new OwnAnnouncements(thread, leases, sessions);
        this.drains = new UplinkDrains(thread, table, sessions, config.drainWait());
        this.views = new AnnouncerViews(config, () -> speaker, sessions, leases, others, thread);
        this.handover = new LeaseHandover(
                thread, table, leases, !config.gracefulRestart().isZero());
        this.dump = config.mrtFile()
                .map(file -> new MrtFile(file, config.mrtLimit().bytes(), config.asn()))
                .orElse(null);
    }

    private static Set<Prefix> prefixes(HostConfig host) {
        return host.tasks().prefixes().stream().map(Addresses::wire).collect(Collectors.toSet());
    }

    private static Set<Family> kept(boolean pins) {
        return pins ? EnumSet.allOf(Family.class) : Set.of();
    }

    /**
     * Starts the threads; sessions follow as the switches' addresses are resolved.
     *
     * @param cpus where they run, empty for anywhere
     */
    public void start(CpuSet cpus) {
        thread.call(() -> {
            if (!cpus.isEmpty()) {
                CpuAffinity.set(cpus); // and with it the threads that are made here
            }
            SpeakerConfig speakers = SpeakerConfig.of(config.asn(), Addresses.wire(config.routerId()));
            speaker = BgpSpeaker.start(dump == null ? speakers : speakers.withTap(dump));
            engine = BfdEngine.start();
            ports.start();
            return true;
        });
        thread.each(this::tick);
    }

    private void tick() {
        long now = System.nanoTime();
        leases.look();
        leases.expire(now);
        leases.yieldTo(others.look(leases.all(), now));
        table.tick(now);
        sessions.tick(now);
    }

    /**
     * Goes by other options of those that can be changed while sessions are up; returns when it does, and the switches whose sessions end have been told so. An uplink that comes
     * must be there already, and one that goes still be there.
     */
    public void adopt(HostConfig host) {
        BgpConfig next = host.bgp()
                .orElseThrow(() -> new IllegalArgumentException("the section bgp cannot go without a restart"));
        drains.waits(next.drainWait());
        others.adopt(host);
        List<SwitchSession> ended = thread.call(() -> {
            watched = prefixes(host);
            table.prefixes(watched);
            List<SwitchSession> left = sessions.adopt(PeerSetup.all(next, uplinks.get()), watched);
            startSessions();
            return left;
        });
        SwitchSessions.await(
                SwitchSessions.WITHDRAWAL_LIMIT, () -> ended.stream().allMatch(SwitchSession::hasEnded));
        thread.call(() -> {
            ended.forEach(SwitchSession::close);
            return true;
        });
    }

    /** An uplink is gone: another one may come to its place. */
    public void gone(int place) {
        thread.call(() -> {
            table.usable(place, false);
            table.replace(UplinkRoutes.of(place, null, UplinkView.UNKNOWN));
            table.undrain(place);
            return true;
        });
    }

    private void startSessions() {
        BgpSpeaker bgp = speaker;
        BfdEngine bfd = engine;
        if (bgp != null && bfd != null && !paths.isEmpty()) {
            sessions.path(paths, bgp, bfd);
        }
    }

    @Override
    public void changed(List<UplinkView> views) {
        thread.execute(() -> {
            paths = views;
            UplinkPlaces now = uplinks.get();
            for (int i = 0; i < views.size(); i++) {
                UplinkView view = views.get(i);
                table.replace(UplinkRoutes.of(i, now.at(i), view));
                table.usable(
                        i,
                        (view.resolved4() || view.resolved6())
                                && view.condition().alive());
            }
            startSessions();
        });
    }

    @Override
    public void requireFree(List<io.braid.dataplane.net.IpAddress> ips) {
        others.requireFree(ips.stream().map(Addresses::wire).toList());
    }

    @Override
    public void attached(Task task) {
        // Looked at once link() would be heard, so that no change falls in between.
        thread.call(() -> leases.attached(task.name(), task.ips(), task.port().isConnected()));
        if (!task.port().reportsLink()) {
            ports.add(task.name(), task.netns(), task.port().device());
        }
    }

    @Override
    public void link(String task, boolean up) {
        thread.execute(() -> leases.port(task, up));
    }

    @Override
    public void renewed(Task task) {
        thread.call(() -> leases.look(task.name()));
    }

    @Override
    public void detaching(Task task) {
        if (thread.isClosed()) {
            return; // all routes are withdrawn
        }
        ports.remove(task.name());
        List<IpAddress> ips = thread.call(() -> leases.detached(task.name()));
        awaitWithdrawn(ips);
    }

    private void awaitWithdrawn(List<IpAddress> ips) {
        SwitchSessions.await(SwitchSessions.WITHDRAWAL_LIMIT, () -> sessions.haveWithdrawn(ips));
    }

    /**
     * Lets a task's addresses be announced, whoever held them back, until someone takes that back or the task is detached.
     *
     * @throws io.braid.dataplane.control.ControlException if there is no such task
     */
    public void announce(String task) {
        thread.call(() -> leases.announce(task));
    }

    /** Holds a task's addresses back until {@link #announce}; returns when that is said. */
    public void withdraw(String task) {
        List<IpAddress> ips = thread.call(() -> leases.withhold(task));
        awaitWithdrawn(ips);
    }

    /**
     * Ties a task's announcement to someone who may go.
     *
     * @param who for people
     * @return to be given to {@link #release} when he is gone
     */
    public Leases.Holder hold(String task, String who) {
        return thread.call(() -> leases.hold(task, new Leases.Holder(who)));
    }

    /** The holder is gone: his task's addresses are withdrawn. Does not wait; any thread. */
    public void release(String task, Leases.Holder holder) {
        thread.execute(() -> {
            if (!handover
                    .isLeaving()) { // else a hand-over has cut the connection, and the lease waits for its holder there
                leases.release(task, holder);
            }
        });
    }

    /** What tasks say of themselves. */
    public OwnAnnouncements own() {
        return own;
    }

    /** What operators are shown. */
    public AnnouncerViews views() {
        return views;
    }

    /** What goes on in a process that takes over, and what came from one that ended. */
    public LeaseHandover handover() {
        return handover;
    }

    /** Takes uplinks out of service and back. */
    public UplinkDrains drains() {
        return drains;
    }

    /** Withdraws all routes, as {@link UplinkDrains#drainAll} does, and ends all sessions. */
    @Override
    public void close() {
        if (thread.isClosed()) {
            return;
        }
        ports.close();
        if (handover.isLeaving()) {
            LOG.log(Level.INFO, "the switches are asked to keep the routes");
        } else if (sessions.haveAnnounced()) {
            drains.drainAll();
            LOG.log(Level.INFO, "all routes are withdrawn");
        }
        thread.call(() -> {
            BgpSpeaker bgp = speaker;
            if (bgp != null && handover.isLeaving()) {
                // Before BFD: some switches take its end for a fault of the path while the session is up.
                bgp.close(null);
            }
            sessions.close();
            closeIfOpen(bgp);
            closeIfOpen(engine);
            closeIfOpen(dump);
            return true;
        });
        thread.close();
    }

    private static void closeIfOpen(@Nullable AutoCloseable resource) throws Exception {
        if (resource != null) {
            resource.close();
        }
    }
}
