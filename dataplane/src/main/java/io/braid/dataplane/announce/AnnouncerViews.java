package io.braid.dataplane.announce;

import io.braid.bgp.session.BgpSpeaker;
import io.braid.dataplane.config.BgpConfig;
import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.RouteReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What operators are shown of sessions, routes and announcements. Any thread but those of BGP, BFD and the conductor. */
public final class AnnouncerViews {
    private final BgpConfig config;
    private final Supplier<@Nullable BgpSpeaker> speaker;
    private final SwitchSessions sessions;
    private final TaskLeases leases;
    private final OtherHosts others;
    private final AnnouncerThread thread;

    AnnouncerViews(
            BgpConfig config,
            Supplier<@Nullable BgpSpeaker> speaker,
            SwitchSessions sessions,
            TaskLeases leases,
            OtherHosts others,
            AnnouncerThread thread) {
        this.config = config;
        this.speaker = speaker;
        this.sessions = sessions;
        this.leases = leases;
        this.others = others;
        this.thread = thread;
    }

    /** The sessions. */
    public BgpReport peers() {
        return Reports.peers(config, speaker.get(), sessions.all());
    }

    /** The sessions in short. */
    public StatusReport.Bgp summary() {
        return Reports.summary(sessions.all());
    }

    /** What the switches were told. */
    public RouteReport advertised() {
        return Reports.advertised(sessions.all());
    }

    /** What the switches told. */
    public RouteReport received() {
        return Reports.received(sessions.all());
    }

    /**
     * Why a task's addresses are announced or not.
     *
     * @throws io.braid.dataplane.control.ControlException if there is no such task
     */
    public TaskAnnouncement explain(String task) {
        return thread.call(() -> Reports.task(task, leases, sessions.all(), others));
    }

    /** Who else announces addresses of this host's tasks, in sentences; as of a second ago. */
    public List<String> conflicts() {
        return others.now();
    }
}
