package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bfd.BfdTimers;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.session.RestartState;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.Family;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.port.UplinkPlaces;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeerSetupTest {
    private static HostConfig config(String bgp, String peer) {
        String yaml = """
                uplinks:
                  - {name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31, "2001:db8::1/127"], gateways: [192.0.2.0, "2001:db8::"]}
                  - {name: nic1, device: "vdev:net_null1", addresses: [192.0.2.3/31], gateways: [192.0.2.2]}
                tasks: {prefixes: [10.100.0.0/16]}
                bgp:
                  asn: 65017
                  router-id: 192.0.2.1
                  %s
                  peers: [{asn: 65000, %s}]
                """.formatted(bgp, peer);
        try {
            return ConfigLoader.parse("host.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                    .config();
        } catch (ConfigException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private static PeerSetup setup(String bgp, String peer) {
        HostConfig config = config(bgp, peer);
        var section = config.bgp().orElseThrow();
        return PeerSetup.of(section, section.peers().getFirst(), UplinkPlaces.of(config.uplinks()));
    }

    @Test
    void theLeastThatIsSaid() {
        PeerSetup setup = setup("", "address: 192.0.2.2, uplink: nic1");
        var session = setup.session(RestartState.NONE);
        assertEquals("192.0.2.2", session.name());
        assertEquals(179, session.port());
        assertEquals(
                "192.0.2.3", String.valueOf(session.transport().localAddress()).substring(1));
        assertEquals("nic1", session.transport().device());
        assertEquals(0, session.transport().gtsmHops());
        assertNull(session.transport().passwordFile());
        assertFalse(session.transport().passive());
        assertEquals(9, session.timers().holdSeconds());
        assertEquals(
                Set.of(Family.IPV4_UNICAST, Family.IPV6_UNICAST),
                session.offer().families());
        assertEquals(Set.of(), session.offer().addPathSend());
        var restart = session.offer().gracefulRestart();
        assertNotNull(restart);
        assertEquals(Duration.ZERO, restart.time());
        assertEquals(Set.of(), restart.families(), "only the switch's restarts are helped");
        assertEquals(new Paths.OfUplink(1), setup.paths());
        assertEquals(ExportPolicy.of(65017), setup.exportPolicy());
        ImportPolicy imports = setup.importPolicy();
        assertEquals(Set.of(), imports.defaultRoutes());
        assertEquals(100, imports.maxPrefixes());
        assertEquals("[192.0.2.3]", imports.ownAddresses().toString());
        assertEquals("[192.0.2.2/31]", imports.links().toString());
    }

    @Test
    void allThatCanBeSaid() {
        PeerSetup setup = setup(
                "communities: [no-advertise, \"65017:7\"]\n  hold-time: 30s\n  graceful-restart: 60s\n  med: 4294967295\n"
                        + "  local-pref: 7\n  prepend: 2\n  link-bandwidth: true",
                "address: \"2001:db8::\", uplink: nic0, password-file: /etc/key, gtsm: true, passive: true, add-path: true,"
                        + " default-route: required, max-prefixes: 5, bfd: {interval: 300ms, multiplier: 4}");
        var session = setup.session(RestartState.NONE);
        assertEquals(1, session.transport().gtsmHops());
        assertEquals(Path.of("/etc/key"), session.transport().passwordFile());
        assertTrue(session.transport().passive());
        assertEquals(30, session.timers().holdSeconds());
        assertEquals(
                Set.of(Family.IPV4_UNICAST, Family.IPV6_UNICAST),
                session.offer().addPathSend());
        var restart = session.offer().gracefulRestart();
        assertNotNull(restart);
        assertEquals(Duration.ofMinutes(1), restart.time());
        assertEquals(2, restart.families().size());
        assertTrue(restart.notification());
        assertEquals(new Paths.OfAll(), setup.paths());
        ExportPolicy export = setup.exportPolicy();
        assertEquals(2, export.prepend());
        assertEquals(4294967295L, export.med());
        assertEquals(7, export.localPref());
        assertTrue(export.linkBandwidth());
        assertEquals(List.of(Community.NO_ADVERTISE, Community.of(65017, 7)), export.communities());
        assertEquals(Set.of(Family.IPV6_UNICAST), setup.importPolicy().defaultRoutes());
        assertEquals(5, setup.importPolicy().maxPrefixes());
        assertEquals(BfdTimers.ofMillis(300, 4), setup.bfd().timers());
        assertEquals("nic0", setup.bfd().device());
    }

    @Test
    void nextHopsFollowTheGateways() {
        HostConfig config = config("", "address: 192.0.2.0, uplink: nic0");
        var nic0 = config.uplinks().getFirst();
        var view = new UplinkView(true, true, false, new PathHealth(1).of(0), 100, List.of());
        assertEquals("192.0.2.1", String.valueOf(UplinkRoutes.of(0, nic0, view).nextHop4()));
        assertNull(UplinkRoutes.of(0, nic0, view).nextHop6());
        assertEquals(12_500_000f, UplinkRoutes.of(0, nic0, view).bytesPerSecond());
        var both = new UplinkView(true, false, true, new PathHealth(1).of(0), 0, List.of());
        assertNull(UplinkRoutes.of(0, nic0, both).nextHop4());
        assertEquals(
                "2001:db8::1", String.valueOf(UplinkRoutes.of(0, nic0, both).nextHop6()));
        UplinkPlaces places = UplinkPlaces.of(config.uplinks());
        assertEquals(UplinkPlaces.MOST, UplinkRoutes.unknown(places).size());
        assertNull(UplinkRoutes.unknown(places).getFirst().nextHop4());
        assertFalse(UplinkRoutes.unknown(places).get(1).isNone());
        assertTrue(UplinkRoutes.unknown(places).get(2).isNone(), "for one that may come");
        assertTrue(UplinkRoutes.unknown(places.without(0)).getFirst().isNone());
    }
}
