package io.braid.dataplane.announce;

import io.braid.bfd.BfdTimers;
import io.braid.bfd.SessionConfig;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.session.CapabilityOffer;
import io.braid.bgp.session.RestartState;
import io.braid.bgp.session.TimerConfig;
import io.braid.bgp.session.TransportConfig;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.Family;
import io.braid.dataplane.config.BfdConfig;
import io.braid.dataplane.config.BgpConfig;
import io.braid.dataplane.config.DefaultRouteUse;
import io.braid.dataplane.config.PeerConfig;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.UplinkPlaces;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the configuration says of one switch, as the session, its routes and BFD take it.
 *
 * @param bgp the section
 * @param peer its entry for the switch
 * @param uplink the uplink that the session runs over
 * @param index the uplink's place
 */
record PeerSetup(BgpConfig bgp, PeerConfig peer, UplinkConfig uplink, int index) {
    /** Attempts to connect are cheap on a link, and a switch that comes back should not wait for one. */
    private static final Duration CONNECT_RETRY = Duration.ofSeconds(1);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);

    static PeerSetup of(BgpConfig bgp, PeerConfig peer, UplinkPlaces uplinks) {
        OptionalInt index = uplinks.find(peer.uplink());
        UplinkConfig uplink = index.isPresent() ? uplinks.at(index.getAsInt()) : null;
        if (uplink != null) {
            return new PeerSetup(bgp, peer, uplink, index.getAsInt());
        }
        throw new IllegalStateException("no uplink is named " + peer.uplink() + "; the configuration was not checked");
    }

    /** Those of all switches, in the order of the configuration. */
    static List<PeerSetup> all(BgpConfig bgp, UplinkPlaces uplinks) {
        return bgp.peers().stream().map(peer -> of(bgp, peer, uplinks)).toList();
    }

    /** The name in logs and views: its address, which no other peer has. */
    String name() {
        return peer.address().toString();
    }

    IpAddress local() {
        return uplink.facing(peer.address())
                .orElseThrow(() ->
                        new IllegalStateException("switch " + name() + " is on no subnet of uplink " + uplink.name()));
    }

    boolean requiresDefaultRoute() {
        return peer.defaultRoute() == DefaultRouteUse.REQUIRED;
    }

    /** The families whose default route the switch has to announce, if any: those that the uplink has a gateway of. */
    private Set<Family> defaultRoutes() {
        return requiresDefaultRoute()
                ? Set.of(Family.unicast(Addresses.wire(peer.address()).afi()))
                : Set.of();
    }

    io.braid.bgp.session.PeerConfig session(RestartState restart) {
        return io.braid.bgp.session.PeerConfig.of(name(), Addresses.socket(peer.address()), peer.asn())
                .with(transport())
                .with(TimerConfig.DEFAULT
                        .withHoldSeconds((int) bgp.holdTime().toSeconds())
                        .withConnectRetry(CONNECT_RETRY)
                        .withIdleHold(TimerConfig.DEFAULT.idleHoldLeast(), LONGEST_PAUSE))
                .with(offer(restart));
    }

    private TransportConfig transport() {
        TransportConfig transport = TransportConfig.DEFAULT
                .withLocalAddress(Addresses.socket(local()))
                .withDevice(uplink.name())
                .withGtsm(peer.gtsm() ? 1 : 0)
                .withUserTimeout(bgp.holdTime());
        if (peer.passwordFile().isPresent()) {
            transport = transport.withPasswordFile(peer.passwordFile().get());
        }
        return peer.passive() ? transport.asPassive() : transport;
    }

    private CapabilityOffer offer(RestartState restart) {
        Set<Family> all = EnumSet.allOf(Family.class);
        CapabilityOffer offer = CapabilityOffer.DEFAULT.withExtendedNextHop().withEnhancedRefresh();
        if (peer.addPath()) {
            offer = offer.withAddPath(Set.of(), all);
        }
        // Without a time of our own it says that the switch's restarts are helped.
        boolean restarts = !bgp.gracefulRestart().isZero();
        return offer.withGracefulRestart(
                new CapabilityOffer.GracefulRestart(bgp.gracefulRestart(), true, restarts ? all : Set.of(), restart));
    }

    Paths paths() {
        return peer.addPath() ? new Paths.OfAll() : new Paths.OfUplink(index);
    }

    ExportPolicy exportPolicy() {
        ExportPolicy policy = ExportPolicy.of(bgp.asn())
                .withPrepend(bgp.prepend())
                .withLocalPref(bgp.localPref())
                .withCommunities(
                        bgp.communities().stream()
                                .map(community -> new Community(community.bits()))
                                .toList(),
                        List.of());
        if (bgp.med().isPresent()) {
            policy = policy.withMed(bgp.med().get());
        }
        return bgp.linkBandwidth() ? policy.withLinkBandwidth() : policy;
    }

    ImportPolicy importPolicy() {
        return ImportPolicy.denyAll(bgp.asn(), peer.asn())
                .withDefaultRoutes(defaultRoutes())
                .withMaxPrefixes(peer.maxPrefixes())
                .withLink(
                        uplink.addresses().stream()
                                .map(InterfaceAddress::address)
                                .map(Addresses::wire)
                                .collect(Collectors.toSet()),
                        uplink.addresses().stream()
                                .map(InterfaceAddress::prefix)
                                .map(Addresses::wire)
                                .collect(Collectors.toSet()));
    }

    /** The BFD session, to be called only if one is configured. */
    SessionConfig bfd() {
        BfdConfig bfd = peer.bfd().orElseThrow();
        return new SessionConfig(
                Addresses.socket(local()),
                Addresses.socket(peer.address()),
                uplink.name(),
                BfdTimers.ofMillis((int) bfd.interval().toMillis(), bfd.multiplier()));
    }
}
