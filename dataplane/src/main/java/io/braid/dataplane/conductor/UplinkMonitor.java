package io.braid.dataplane.conductor;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.neighbor.GatewayResolver;
import io.braid.dataplane.neighbor.NeighborFrames;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Follows one uplink's link and gateways, and says when workers must learn of a change. The conductor's thread only. */
final class UplinkMonitor {
    private static final int ANNOUNCEMENTS = 2; // RFC 5227 section 2.3 ANNOUNCE_NUM
    private static final long ANNOUNCE_INTERVAL = TimeUnit.SECONDS.toNanos(2);

    private record Gateway(IpAddress address, IpAddress facing, GatewayResolver resolver) {}

    private final UplinkConfig config;
    private final MacAddress mac;
    private final int port;
    private final List<Gateway> gateways = new ArrayList<>();
    private boolean linkUp;
    private int announcementsLeft;
    private long nextAnnouncement;
    private boolean changed;

    /**
     * Makes a monitor for an uplink whose link is down.
     *
     * @param config its configuration
     * @param mac its own MAC address
     * @param port its port's number
     */
    UplinkMonitor(UplinkConfig config, MacAddress mac, int port) {
        this.config = config;
        this.mac = mac;
        this.port = port;
        for (IpAddress gateway : config.gateways()) {
            IpAddress facing = config.facing(gateway)
                    .orElseThrow(() ->
                            new IllegalStateException("gateway " + gateway + " is on no subnet of " + config.name()));
            gateways.add(new Gateway(gateway, facing, new GatewayResolver()));
        }
    }

    boolean linkUp() {
        return linkUp;
    }

    /** Takes in the link's state. */
    void link(boolean up, long now) {
        if (up == linkUp) {
            return;
        }
        linkUp = up;
        changed = true;
        for (Gateway gateway : gateways) {
            if (up) {
                gateway.resolver().linkUp(now);
            } else {
                gateway.resolver().linkDown();
            }
        }
        announcementsLeft = up ? ANNOUNCEMENTS : 0;
        nextAnnouncement = now;
    }

    /**
     * Takes in what a neighbor said about itself. Only what is said of a gateway's address counts, but a router asks for us from its link-local address, which
     * may be the gateway at a new MAC address: a reason to ask, no more.
     */
    void heard(IpAddress address, long mac, boolean solicited, long now) {
        boolean router = address instanceof Ipv6Address ipv6 && ipv6.isLinkLocal();
        for (Gateway gateway : gateways) {
            boolean own = gateway.address().equals(address);
            boolean hint = router && gateway.address() instanceof Ipv6Address;
            if ((own || hint) && gateway.resolver().heard(mac, own && solicited, now)) {
                changed = true;
            }
        }
    }

    /** Sends what is due. */
    void tick(long now, FrameSender sender) {
        if (!linkUp) {
            return;
        }
        if (announcementsLeft > 0 && now - nextAnnouncement >= 0) {
            announcementsLeft--;
            nextAnnouncement = now + ANNOUNCE_INTERVAL;
            announce(sender);
        }
        for (Gateway gateway : gateways) {
            long macBefore = gateway.resolver().mac();
            GatewayResolver.Request request = gateway.resolver().tick(now);
            if (gateway.resolver().mac() != macBefore) {
                changed = true; // a refresh that was not answered
            }
            if (request != GatewayResolver.Request.NONE) {
                long known = request == GatewayResolver.Request.ASK_KNOWN
                        ? gateway.resolver().mac()
                        : 0;
                sender.send(port, question(gateway, known));
            }
        }
    }

    private byte[] question(Gateway gateway, long known) {
        long own = mac.bits();
        return switch (gateway.address()) {
            case Ipv4Address target -> NeighborFrames.arpRequest(own, (Ipv4Address) gateway.facing(), target, known);
            case Ipv6Address target ->
                NeighborFrames.neighborSolicitation(own, (Ipv6Address) gateway.facing(), target, known);
        };
    }

    private void announce(FrameSender sender) {
        for (InterfaceAddress own : config.addresses()) {
            byte[] frame = switch (own.address()) {
                case Ipv4Address address -> NeighborFrames.gratuitousArp(mac.bits(), address);
                case Ipv6Address address -> NeighborFrames.unsolicitedAdvertisement(mac.bits(), address);
            };
            sender.send(port, frame);
        }
    }

    /** Whether something workers must know changed since the last call. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** The MAC address of the gateway of a family, or 0 when packets of that family cannot go this way. */
    long gatewayMac(boolean ipv4) {
        for (Gateway gateway : gateways) {
            if (gateway.address() instanceof Ipv4Address == ipv4) {
                return linkUp ? gateway.resolver().mac() : 0;
            }
        }
        return 0;
    }

    /** A picture for those on other threads. */
    UplinkView view(PathHealth.Condition condition, long megabitsPerSecond) {
        return new UplinkView(
                linkUp,
                gatewayMac(true) != 0,
                gatewayMac(false) != 0,
                condition,
                megabitsPerSecond,
                gateways.stream()
                        .map(gateway -> new UplinkView.GatewayView(
                                gateway.address(),
                                gateway.resolver().state(),
                                gateway.resolver().mac()))
                        .toList());
    }
}
