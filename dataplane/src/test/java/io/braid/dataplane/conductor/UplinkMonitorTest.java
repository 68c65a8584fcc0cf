package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.neighbor.GatewayResolver.State;
import io.braid.dataplane.neighbor.NeighborFrames;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UplinkMonitorTest {
    private static final int PORT = 4;
    private static final MacAddress OWN_MAC = MacAddress.parse("02:11:22:33:44:55");
    private static final long OWN = OWN_MAC.bits();
    private static final long GATEWAY_MAC = 0x02_aabb_cc00_01L;
    private static final long OTHER_MAC = 0x02_aabb_cc00_02L;
    private static final Ipv4Address OWN4 = (Ipv4Address) IpAddress.parse("192.0.2.1");
    private static final Ipv4Address GATEWAY4 = (Ipv4Address) IpAddress.parse("192.0.2.0");
    private static final Ipv6Address OWN6 = (Ipv6Address) IpAddress.parse("2001:db8::1");
    private static final Ipv6Address GATEWAY6 = (Ipv6Address) IpAddress.parse("2001:db8::");
    private static final IpAddress ROUTER_LINK_LOCAL = IpAddress.parse("fe80::1234");

    private final UplinkMonitor monitor = monitor("""
            addresses: [198.51.100.9/24, 192.0.2.1/31, "2001:db8::1/127"], gateways: [192.0.2.0, "2001:db8::"]""");
    private final List<byte[]> sent = new ArrayList<>();
    private long now = 1;

    private static UplinkMonitor monitor(String keys) {
        String yaml = """
                uplinks: [{name: nic0, device: "vdev:net_null0", %s}]
                tasks: {prefixes: [10.100.0.0/16]}
                """.formatted(keys);
        try {
            UplinkConfig config = ConfigLoader.parse("host.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                    .config()
                    .uplinks()
                    .getFirst();
            return new UplinkMonitor(config, OWN_MAC, PORT);
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    /** A monitor whose link is up and whose gateways of both families are known. */
    static UplinkMonitor resolved() {
        var test = new UplinkMonitorTest();
        test.up();
        return test.monitor;
    }

    private void tickAfter(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
        sent.clear();
        monitor.tick(now, (port, frame) -> {
            assertEquals(PORT, port);
            sent.add(frame);
        });
    }

    private void assertSent(byte[]... frames) {
        assertEquals(frames.length, sent.size());
        for (int i = 0; i < frames.length; i++) {
            assertArrayEquals(frames[i], sent.get(i), "frame " + i);
        }
    }

    private void up() {
        monitor.link(true, now);
        tickAfter(0);
        monitor.heard(GATEWAY4, GATEWAY_MAC, true, now);
        monitor.heard(GATEWAY6, GATEWAY_MAC, true, now);
        monitor.takeChanged();
    }

    @Test
    void silentUntilTheLinkComesUp() {
        assertFalse(monitor.linkUp());
        assertFalse(monitor.takeChanged());
        monitor.link(false, now);
        assertFalse(monitor.takeChanged(), "still down");
        tickAfter(10_000);
        assertSent();
        assertEquals(
                State.DOWN,
                monitor.view(PathHealth.Condition.GOOD, 0).gateways().getFirst().state());
    }

    @Test
    void linkUpAnnouncesAllOwnAddressesAndAsksForBothGateways() {
        monitor.link(true, now);
        assertTrue(monitor.takeChanged());
        assertFalse(monitor.takeChanged(), "told once");
        tickAfter(0);
        assertSent(
                NeighborFrames.gratuitousArp(OWN, (Ipv4Address) IpAddress.parse("198.51.100.9")),
                NeighborFrames.gratuitousArp(OWN, OWN4),
                NeighborFrames.unsolicitedAdvertisement(OWN, OWN6),
                // from the address in the gateway's subnet, not from the first one
                NeighborFrames.arpRequest(OWN, OWN4, GATEWAY4, 0),
                NeighborFrames.neighborSolicitation(OWN, OWN6, GATEWAY6, 0));
        tickAfter(1);
        assertSent();
    }

    @Test
    void announcementsAreRepeatedOnceTwoSecondsLater() {
        up();
        tickAfter(1999);
        assertSent();
        tickAfter(1);
        assertEquals(3, sent.size());
        tickAfter(10_000);
        assertSent();
    }

    @Test
    void eachFamilyIsUsableOnItsOwnOnceItsGatewayAnswers() {
        monitor.link(true, now);
        tickAfter(0);
        monitor.takeChanged();
        monitor.heard(GATEWAY4, GATEWAY_MAC, true, now);
        assertTrue(monitor.takeChanged());
        assertEquals(GATEWAY_MAC, monitor.gatewayMac(true));
        assertEquals(0, monitor.gatewayMac(false));
        assertTrue(monitor.view(PathHealth.Condition.GOOD, 0).usable4());
        assertFalse(monitor.view(PathHealth.Condition.GOOD, 0).usable6());
        monitor.heard(GATEWAY6, OTHER_MAC, true, now);
        assertTrue(monitor.takeChanged());
        assertEquals(OTHER_MAC, monitor.gatewayMac(false));
    }

    @Test
    void linkLossMakesBothUnusableAndTheReturnStartsOver() {
        up();
        monitor.link(false, now);
        assertTrue(monitor.takeChanged());
        assertEquals(0, monitor.gatewayMac(true));
        assertEquals(0, monitor.gatewayMac(false));
        tickAfter(5000);
        assertSent();
        monitor.link(true, now);
        tickAfter(0);
        assertEquals(5, sent.size());
    }

    @Test
    void refreshAsksTheKnownStationAndSilenceMakesTheFamilyUnusable() {
        up();
        tickAfter(2000); // second announcement
        tickAfter(18_000);
        assertSent(
                NeighborFrames.arpRequest(OWN, OWN4, GATEWAY4, GATEWAY_MAC),
                NeighborFrames.neighborSolicitation(OWN, OWN6, GATEWAY6, GATEWAY_MAC));
        monitor.heard(GATEWAY6, GATEWAY_MAC, true, now);
        assertFalse(monitor.takeChanged());
        for (int i = 0; i < 3; i++) {
            assertTrue(monitor.view(PathHealth.Condition.GOOD, 0).usable4());
            tickAfter(1000);
        }
        assertTrue(monitor.takeChanged());
        assertFalse(monitor.view(PathHealth.Condition.GOOD, 0).usable4());
        assertTrue(monitor.view(PathHealth.Condition.GOOD, 0).usable6(), "the other family's gateway answered");
    }

    @Test
    void strangersAreNoneOfItsBusiness() {
        up();
        monitor.heard(IpAddress.parse("192.0.2.77"), OTHER_MAC, true, now);
        monitor.heard(IpAddress.parse("2001:db8::77"), OTHER_MAC, false, now);
        tickAfter(0);
        assertSent();
        assertFalse(monitor.takeChanged());
    }

    @Test
    void liarIsAskedAboutAndNotBelieved() {
        up();
        monitor.heard(GATEWAY4, OTHER_MAC, false, now);
        tickAfter(0);
        assertSent(NeighborFrames.arpRequest(OWN, OWN4, GATEWAY4, 0));
        assertEquals(GATEWAY_MAC, monitor.gatewayMac(true));
    }

    @Test
    void routerThatAsksFromItsLinkLocalAddressWithANewMacAddressIsAskedBack() {
        up();
        monitor.heard(ROUTER_LINK_LOCAL, GATEWAY_MAC, false, now);
        tickAfter(0);
        assertSent();
        monitor.heard(ROUTER_LINK_LOCAL, OTHER_MAC, false, now);
        tickAfter(0);
        assertSent(NeighborFrames.neighborSolicitation(OWN, OWN6, GATEWAY6, 0));
        assertEquals(GATEWAY_MAC, monitor.gatewayMac(false), "not before the gateway says so");
        monitor.heard(ROUTER_LINK_LOCAL, OTHER_MAC, true, now);
        assertEquals(GATEWAY_MAC, monitor.gatewayMac(false), "an answer about another address");
        monitor.heard(GATEWAY6, OTHER_MAC, true, now);
        assertEquals(OTHER_MAC, monitor.gatewayMac(false));
        assertTrue(monitor.takeChanged());
    }

    @Test
    void uplinkOfOneFamilyIsNeverUsableForTheOther() {
        UplinkMonitor single = monitor("addresses: [192.0.2.1/31], gateways: [192.0.2.0]");
        single.link(true, now);
        single.tick(now, (_, _) -> {});
        single.heard(GATEWAY4, GATEWAY_MAC, true, now);
        single.heard(GATEWAY6, GATEWAY_MAC, true, now);
        assertTrue(single.view(PathHealth.Condition.GOOD, 0).usable4());
        assertFalse(single.view(PathHealth.Condition.GOOD, 0).usable6());
        assertEquals(1, single.view(PathHealth.Condition.GOOD, 0).gateways().size());
    }
}
