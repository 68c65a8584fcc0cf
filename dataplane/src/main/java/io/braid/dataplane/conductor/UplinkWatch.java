package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.graph.NeighborListener;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.port.UplinkPlaces;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the conductor knows of the uplinks: their links, gateways and health. The conductor's thread only, but for {@link #views}.
 */
final class UplinkWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Conductor.class.getName());
    private static final long VIEW_NANOS = 50_000_000;

    private final NeighborEvents neighbors;
    private final PathHealth health;
    private final LinkSource links = new LinkSource();
    /** By place. */
    private final @Nullable UplinkMonitor[] monitors = new @Nullable UplinkMonitor[UplinkPlaces.MOST];

    private final PathHealth.Condition[] conditions = new PathHealth.Condition[UplinkPlaces.MOST];
    private final boolean[] out = new boolean[UplinkPlaces.MOST];
    private List<Uplink> uplinks = List.of();
    private long nextView = System.nanoTime();
    private volatile List<UplinkView> views = List.of();

    /** Takes a link's speed in Mbit/s, 0 when unknown. */
    @FunctionalInterface
    interface SpeedListener {
        void speed(int uplink, long megabitsPerSecond);
    }

    /**
     * @param neighbors news from the workers
     * @param health what is known of the paths beyond link and neighbor
     */
    UplinkWatch(NeighborEvents neighbors, PathHealth health) {
        this.neighbors = neighbors;
        this.health = health;
        Arrays.fill(conditions, PathHealth.Condition.GOOD);
    }

    /** Begins to watch an uplink, whose link counts as down so far. */
    void add(Uplink uplink) {
        int place = uplink.index();
        monitors[place] =
                new UplinkMonitor(uplink.config(), uplink.mac(), uplink.port().id());
        conditions[place] = PathHealth.Condition.GOOD;
        out[place] = false;
        var next = new ArrayList<>(uplinks);
        next.add(uplink);
        next.sort(Comparator.comparingInt(Uplink::index));
        uplinks = List.copyOf(next);
    }

    /** Forgets an uplink. */
    void remove(Uplink uplink) {
        monitors[uplink.index()] = null;
        links.forget(uplink);
        health.reset(uplink.index());
        uplinks = uplinks.stream().filter(other -> other != uplink).toList();
    }

    /** Takes an uplink's link for down and does not ask its driver, whose port is being restarted; or goes on with it. */
    void out(int uplink, boolean out) {
        this.out[uplink] = out;
    }

    PathHealth health() {
        return health;
    }

    /** One turn; whether an uplink's state changed. */
    boolean turn(long now, SpeedListener speeds, FrameSender sender) {
        links.poll();
        for (Uplink uplink : uplinks) {
            if (out[uplink.index()]) {
                monitor(uplink).link(false, now);
            } else {
                monitor(uplink).link(links.isUp(uplink, now), now);
                speeds.speed(uplink.index(), links.megabitsPerSecond(uplink, now));
            }
        }
        neighbors.poll(listener(now));
        boolean changed = false;
        for (Uplink uplink : uplinks) {
            monitor(uplink).tick(now, sender);
            changed |= logChange(uplink);
        }
        if (changed || now - nextView >= 0) {
            nextView = now + VIEW_NANOS;
            look();
        }
        return changed;
    }

    /** Has {@link #views} say what is so now. */
    void look() {
        var next = new UplinkView[UplinkPlaces.MOST];
        Arrays.fill(next, UplinkView.UNKNOWN);
        uplinks.forEach(uplink -> next[uplink.index()] = view(uplink));
        views = List.of(next);
    }

    private UplinkView view(Uplink uplink) {
        int place = uplink.index();
        long speed = out[place] ? 0 : links.megabitsPerSecond(uplink, System.nanoTime());
        return monitor(uplink).view(conditions[place], speed);
    }

    private boolean logChange(Uplink uplink) {
        int place = uplink.index();
        UplinkMonitor monitor = monitor(uplink);
        PathHealth.Condition condition = health.of(place);
        boolean conditionChanged = !conditions[place].equals(condition);
        conditions[place] = condition;
        if (!monitor.takeChanged() && !conditionChanged) {
            return false;
        }
        UplinkView view = view(uplink);
        LOG.log(
                Level.INFO,
                "uplink {0}: link {1}, usable for IPv4: {2}, IPv6: {3}{4}",
                uplink.name(),
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
                UplinkMonitor monitor = monitors[uplink];
                if (monitor != null) { // else it went meanwhile
                    monitor.heard(address, mac, solicited, now);
                }
            }
        };
    }

    /** For each place, whether the family's packets may leave by it. */
    boolean[] usable(boolean ipv4) {
        return UsablePaths.of(Arrays.asList(monitors), health, ipv4);
    }

    List<Uplink> uplinks() {
        return uplinks;
    }

    /** The monitor of an uplink that is watched. */
    UplinkMonitor monitor(Uplink uplink) {
        return Objects.requireNonNull(monitors[uplink.index()]);
    }

    /** The uplinks' state at the last turn by place, empty before the first; any thread. */
    List<UplinkView> views() {
        return views;
    }

    @Override
    public void close() {
        links.close();
    }
}
