package io.braid.dataplane.announce;

import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.DrainPhase;
import io.braid.dataplane.port.UplinkPlaces;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Takes uplinks out of service so that the switches hear of it in time, and back. Any thread but those of BGP, BFD and the conductor. */
public final class UplinkDrains {
    private final AnnouncerThread thread;
    private final Announcements table;
    private final SwitchSessions sessions;
    private volatile Duration wait;

    /** @param wait how long an uplink's routes are announced as going before they go */
    UplinkDrains(AnnouncerThread thread, Announcements table, SwitchSessions sessions, Duration wait) {
        this.thread = thread;
        this.table = table;
        this.sessions = sessions;
        this.wait = wait;
    }

    /** Uplinks are announced as going for so long from now on. */
    void waits(Duration now) {
        wait = now;
    }

    /** Takes an uplink out of service: announced as such for the configured time, then withdrawn; returns when that is said. */
    public void drain(int uplink) {
        drain(List.of(uplink));
    }

    /** The same with several at once. */
    public void drain(List<Integer> uplinks) {
        Duration wait = this.wait;
        thread.call(() -> {
            long now = System.nanoTime();
            uplinks.forEach(uplink -> table.drain(uplink, now, wait.toNanos()));
            return true;
        });
        SwitchSessions.await(
                wait.plus(SwitchSessions.WITHDRAWAL_LIMIT),
                () -> uplinks.stream().allMatch(this::isOutOfService));
    }

    /** The same with all uplinks at once: the host is leaving. */
    void drainAll() {
        Duration wait = this.wait;
        thread.call(() -> {
            table.drainAll(System.nanoTime(), wait.toNanos());
            return true;
        });
        SwitchSessions.await(
                wait.plus(SwitchSessions.WITHDRAWAL_LIMIT),
                () -> IntStream.range(0, UplinkPlaces.MOST).allMatch(this::isOutOfService));
    }

    private boolean isOutOfService(int uplink) {
        return table.phase(uplink) != DrainPhase.DRAINING && sessions.haveWithdrawn(uplink);
    }

    /** Takes an uplink back into service. */
    public void undrain(int uplink) {
        thread.call(() -> {
            table.undrain(uplink);
            return true;
        });
    }
}
