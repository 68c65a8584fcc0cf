package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.announce.Leases;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.control.Announcing;
import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.RouteReport;
import io.braid.dataplane.control.TaskAnnouncement;
import io.braid.dataplane.port.UplinkPlaces;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Does what the control socket asks for of announcements and uplinks. Any thread. */
final class AnnouncementOperations implements Announcing {
    private final Supplier<UplinkPlaces> uplinks;
    private final PathHealth health;
    private final @Nullable Announcer announcer;

    /** @param announcer null if nothing is announced */
    AnnouncementOperations(Supplier<UplinkPlaces> uplinks, PathHealth health, @Nullable Announcer announcer) {
        this.uplinks = uplinks;
        this.health = health;
        this.announcer = announcer;
    }

    private Announcer announcer() {
        if (announcer == null) {
            throw new ControlException(
                    Kind.FAILED, "this braid announces nothing: its configuration has no bgp section");
        }
        return announcer;
    }

    private int uplink(String name) {
        UplinkPlaces now = uplinks.get();
        return now.find(name)
                .orElseThrow(() -> new ControlException(
                        Kind.NOT_FOUND,
                        "no uplink " + name + "; there are: "
                                + now.present().stream().map(UplinkConfig::name).toList()));
    }

    @Override
    public BgpReport peers() {
        return announcer().views().peers();
    }

    @Override
    public RouteReport advertised() {
        return announcer().views().advertised();
    }

    @Override
    public RouteReport received() {
        return announcer().views().received();
    }

    @Override
    public TaskAnnouncement explain(String task) {
        return announcer().views().explain(task);
    }

    @Override
    public void announce(String task) {
        announcer().announce(task);
    }

    @Override
    public void withdraw(String task) {
        announcer().withdraw(task);
    }

    @Override
    public Lease hold(String task, String who) {
        Announcer held = announcer();
        Leases.Holder holder = held.hold(task, who);
        return () -> held.release(task, holder);
    }

    @Override
    public void drain(String uplink) {
        int index = uplink(uplink);
        health.drained(index, true);
        if (announcer != null) {
            announcer.drains().drain(index);
        }
    }

    @Override
    public void undrain(String uplink) {
        int index = uplink(uplink);
        health.drained(index, false);
        if (announcer != null) {
            announcer.drains().undrain(index);
        }
    }
}
