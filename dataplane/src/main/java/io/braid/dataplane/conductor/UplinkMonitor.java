package io.braid.dataplane.conductor;

import io.braid.dataplane.neighbor.GatewayResolver;
import io.braid.dataplane.neighbor.NeighborFrames;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.Uplink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Follows one uplink's link and gateways, and says when workers must learn of a change. The conductor's thread only. */
final class UplinkMonitor {
    private static final int ANNOUNCEMENTS = 2; // RFC 5227 section 2.3 ANNOUNCE_NUM
    private static final long ANNOUNCE_INTERVAL = TimeUnit.SECONDS.toNanos(2);

    private record Gateway(IpAddress address, IpAddress facing, GatewayResolver resolver) {}

    private final Uplink uplink;
    private final List<Gateway> gateways = new ArrayList<>();
    private boolean linkUp;
    private int announcementsLeft;
    private long nextAnnouncement;
    private boolean changed;

    UplinkMonitor(Uplink uplink) {
        this.uplink = uplink;
        for (IpAddress gateway : uplink.config().gateways()) {
            IpAddress facing = uplink.facing(gateway)
                    .orElseThrow(() ->
                            new IllegalStateException("gateway " + gateway + " is on no subnet of " + uplink.name()));
            gateways.add(new Gateway(gateway, facing, new GatewayResolver()));
        }
    }

    Uplink uplink() {
        return uplink;
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

    /** Takes in what a neighbor said; anything not about a gateway is none of our business. */
    void heard(IpAddress address, long mac, boolean solicited, long now) {
        for (Gateway gateway : gateways) {
            if (gateway.address().equals(address) && gateway.resolver().heard(mac, solicited, now)) {
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
                sender.send(uplink.port().id(), question(gateway, known));
            }
        }
    }

    private byte[] question(Gateway gateway, long known) {
        long own = uplink.mac().bits();
        return switch (gateway.address()) {
            case Ipv4Address target -> NeighborFrames.arpRequest(own, (Ipv4Address) gateway.facing(), target, known);
            case Ipv6Address target ->
                NeighborFrames.neighborSolicitation(own, (Ipv6Address) gateway.facing(), target, known);
        };
    }

    private void announce(FrameSender sender) {
        for (InterfaceAddress own : uplink.config().addresses()) {
            byte[] frame = switch (own.address()) {
                case Ipv4Address address ->
                    NeighborFrames.gratuitousArp(uplink.mac().bits(), address);
                case Ipv6Address address ->
                    NeighborFrames.unsolicitedAdvertisement(uplink.mac().bits(), address);
            };
            sender.send(uplink.port().id(), frame);
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
    UplinkView view() {
        return new UplinkView(
                linkUp,
                gatewayMac(true) != 0,
                gatewayMac(false) != 0,
                gateways.stream()
                        .map(gateway -> new UplinkView.GatewayView(
                                gateway.address(),
                                gateway.resolver().state(),
                                gateway.resolver().mac()))
                        .toList());
    }
}
