package io.braid.dataplane.announce;

import io.braid.bgp.wire.IpAddress;
import java.time.Duration;
import java.util.List;

/**
 * What tasks say of their own announcements, which counts less than what an operator says. Any thread but those of BGP, BFD and the conductor; waits for the
 * announcer's. Each method ends with a {@link io.braid.dataplane.control.ControlException} if there is no such task.
 */
public final class OwnAnnouncements {
    private final AnnouncerThread thread;
    private final TaskLeases leases;
    private final SwitchSessions sessions;

    OwnAnnouncements(AnnouncerThread thread, TaskLeases leases, SwitchSessions sessions) {
        this.thread = thread;
        this.leases = leases;
        this.sessions = sessions;
    }

    /** The task wants itself announced; refused while an operator holds it back or its grant is over. */
    public void announce(String task) {
        thread.call(() -> leases.announceOwn(task));
    }

    /** The task wants itself not announced; returns when that is said. */
    public void withdraw(String task) {
        awaitWithdrawn(thread.call(() -> leases.withdrawOwn(task)));
    }

    /**
     * The task's lease lives for so long, or until it is said again.
     *
     * @throws io.braid.dataplane.control.ControlException also if a connection holds it
     */
    public void beat(String task, Duration ttl) {
        thread.call(() -> leases.beat(task, ttl));
    }

    /** The task says whether it is ready; if it is not, returns when its withdrawal is said. */
    public void ready(String task, boolean ready) {
        List<IpAddress> ips = thread.call(() -> leases.ready(task, ready));
        if (!ready) {
            awaitWithdrawn(ips);
        }
    }

    private void awaitWithdrawn(List<IpAddress> ips) {
        SwitchSessions.await(SwitchSessions.WITHDRAWAL_LIMIT, () -> sessions.haveWithdrawn(ips));
    }
}
