package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.graph.NeighborListener;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.Uplink;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the conductor knows of the uplinks: their links, gateways and health. The conductor's thread only, but for {@link #views}.
 */
final class UplinkWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Conductor.class.getName());
    private static final long VIEW_NANOS = 50_000_000;

    private final List<Uplink> uplinks;
    private final List<UplinkMonitor> monitors;
    private final NeighborEvents neighbors;
    private final PathHealth health;
    private final List<PathHealth.Condition> conditions;
    private final LinkSource links = new LinkSource();
    private final boolean[] out;
    private long nextView = System.nanoTime();
    private volatile List<UplinkView> views = List.of();

    /** Takes a link's speed in Mbit/s, 0 when unknown. */
    @FunctionalInterface
    interface SpeedListener {
        void speed(int uplink, long megabitsPerSecond);
    }

    /**
     * @param uplinks in the order of the configuration
     * @param neighbors news from the workers
     * @param health what is known of the paths beyond link and neighbor
     */
    UplinkWatch(List<Uplink> uplinks, NeighborEvents neighbors, PathHealth health) {
        this.uplinks = List.copyOf(uplinks);
        this.neighbors = neighbors;
        this.health = health;
        this.out = new boolean[uplinks.size()];
        this.monitors = uplinks.stream()
                .map(uplink -> new UplinkMonitor(
                        uplink.config(), uplink.mac(), uplink.port().id()))
                .toList();
        this.conditions = new ArrayList<>(
                uplinks.stream().map(_ -> PathHealth.Condition.GOOD).toList());
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
        for (int i = 0; i < monitors.size(); i++) {
            if (out[i]) {
                monitors.get(i).link(false, now);
            } else {
                monitors.get(i).link(links.isUp(uplinks.get(i), now), now);
                speeds.speed(i, links.megabitsPerSecond(uplinks.get(i), now));
            }
        }
        neighbors.poll(listener(now));
        boolean changed = false;
        for (int i = 0; i < monitors.size(); i++) {
            monitors.get(i).tick(now, sender);
            changed |= logChange(i);
        }
        if (changed || now - nextView >= 0) {
            nextView = now + VIEW_NANOS;
            views = IntStream.range(0, monitors.size()).mapToObj(this::view).toList();
        }
        return changed;
    }

    private UplinkView view(int index) {
        long speed = out[index] ? 0 : links.megabitsPerSecond(uplinks.get(index), System.nanoTime());
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

    /** For each uplink, whether the family's packets may leave by it. */
    boolean[] usable(boolean ipv4) {
        return UsablePaths.of(monitors, health, ipv4);
    }

    List<Uplink> uplinks() {
        return uplinks;
    }

    List<UplinkMonitor> monitors() {
        return monitors;
    }

    /** The uplinks' state at the last turn, empty before the first; any thread. */
    List<UplinkView> views() {
        return views;
    }

    @Override
    public void close() {
        links.close();
    }
}
