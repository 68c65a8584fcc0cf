package io.braid.bgp.speaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.rib.ReceivedRoute;
import io.braid.bgp.rib.Refusal;
import io.braid.bgp.rib.SentRoute;
import io.braid.bgp.rib.Uplink;
import io.braid.bgp.rib.WhyNot;
import io.braid.bgp.session.Await;
import io.braid.bgp.session.Peer;
import io.braid.bgp.session.RawPeer;
import io.braid.bgp.session.Recorder;
import io.braid.bgp.session.SessionEnd;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.session.SessionState;
import io.braid.bgp.session.SpeakerPair;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routes and session joined, with real sockets; the peer is a session that notes all it is told. */
final class RoutedPeerTest {
    private static final IpAddress TASK4 = IpAddress.parse("10.100.0.7");
    private static final IpAddress TASK6 = IpAddress.parse("2001:db8:100::7");
    private static final Set<Nlri> BOTH =
            Set.of(Recorder.route("10.100.0.7/32"), Recorder.route("2001:db8:100::7/128"));
    private static final int MANY = 100;
    /** More than the kernel may take after all, and less than what keeps the routes from being asked. */
    private static final int WAITING_BYTES = 32 * 1024;

    private final SpeakerPair pair;
    private final Announcements table = table();
    private final List<String> events = new CopyOnWriteArrayList<>();

    RoutedPeerTest() throws Exception {
        pair = new SpeakerPair();
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private static Announcements table() {
        var uplink = new Uplink(0, "nic0", IpAddress.parse("192.0.2.1"), NextHop.of(IpAddress.parse("2001:db8::1")), 0);
        var table = new Announcements(
                List.of(uplink), List.of(Prefix.parse("10.100.0.0/16"), Prefix.parse("2001:db8:100::/48")));
        table.usable(0, true);
        return table;
    }

    private PeerRouting routing(long ownAs, ImportPolicy imports) {
        return PeerRouting.of(new Paths.OfUplink(0), ExportPolicy.of(ownAs), imports)
                .withDefaultRoutes((family, present, why) -> events.add(family + " " + present + ": " + why))
                .withSessions(new SessionWatcher() {
                    @Override
                    public void up(SessionInfo info) {
                        events.add("up");
                    }

                    @Override
                    public void down(SessionEnd end) {
                        events.add("down");
                    }
                });
    }

    private RoutedPeer add(ImportPolicy imports) {
        return RoutedPeer.add(pair.a, pair.configB(), table, routing(SpeakerPair.AS_A, imports));
    }

    private static ImportPolicy imports() {
        return ImportPolicy.denyAll(SpeakerPair.AS_A, SpeakerPair.AS_B);
    }

    private void lease(IpAddress ip, boolean leased) {
        table.lease(ip, leased);
        table.port(ip, leased);
    }

    @Test
    void taskIpsAreAnnouncedWithdrawnAndExplained() throws Exception {
        lease(TASK4, true);
        RoutedPeer peer = add(imports());
        assertEquals(
                WhyNot.PEER_NOT_ESTABLISHED,
                peer.explain(TASK4).reasons().getFirst().why());
        pair.addToB(pair.configA());
        pair.ribB.awaitEstablished();
        Await.until("End-of-RIB", () -> pair.ribB.endOfRib.equals(Set.of(Family.values())));
        assertEquals(Set.of(Recorder.route("10.100.0.7/32")), pair.ribB.routes);
        assertEquals(List.of("up"), events);
        assertEquals(SessionState.ESTABLISHED, peer.status().state());

        lease(TASK6, true);
        Await.until("both at B", () -> pair.ribB.routes.equals(BOTH));
        List<SentRoute> sent = peer.advertised();
        assertEquals(
                List.of("10.100.0.7/32", "2001:db8:100::7/128"),
                sent.stream().map(r -> r.route().toString()).toList());
        assertTrue(sent.getFirst().attributes().communities().contains(Community.NO_EXPORT));
        assertEquals(List.of("nic0"), peer.explain(TASK6).announcedBy());
        assertFalse(peer.isWithdrawn(0));

        lease(TASK4, false);
        Await.until("withdrawn", () -> peer.isWithdrawn(TASK4));
        Await.until("one at B", () -> pair.ribB.routes.equals(Set.of(Recorder.route("2001:db8:100::7/128"))));
        assertFalse(peer.isWithdrawn(0));
        table.usable(0, false);
        Await.until("all withdrawn", () -> peer.isWithdrawn(0));
        Await.until("none at B", () -> pair.ribB.routes.isEmpty());
    }

    @Test
    void aRefreshAndAnotherPolicyRepeatTheRoutes() throws Exception {
        lease(TASK4, true);
        lease(TASK6, true);
        RoutedPeer peer = add(imports());
        Peer atB = pair.addToB(pair.configA());
        Await.until("both at B", () -> pair.ribB.routes.equals(BOTH));
        pair.ribB.routes.clear();
        pair.ribB.outbox.add(RouteRefresh.request(Family.IPV6_UNICAST));
        atB.messagesReady();
        Await.until("one again", () -> pair.ribB.routes.equals(Set.of(Recorder.route("2001:db8:100::7/128"))));
        pair.ribB.routes.clear();
        peer.exportPolicy(ExportPolicy.of(SpeakerPair.AS_A).withMed(7));
        Await.until("both again", () -> pair.ribB.routes.equals(BOTH));
    }

    /** What the peer said before is asked for again, so that other rules hold for it, too. */
    @Test
    void otherRulesForWhatIsHeardHoldForWhatWasSaidBefore() throws Exception {
        Recorder b = pair.ribB;
        Update said = Recorder.announce(SpeakerPair.AS_B, "192.0.2.9", Recorder.route("10.101.0.7/32"));
        b.outbox.add(said);
        RoutedPeer peer = add(imports().withWatched(Set.of(Prefix.parse("10.100.0.0/16"))));
        Peer atB = pair.addToB(pair.configA());
        Await.until("the route at A", () -> peer.received(10).routes().size() == 1);
        assertEquals(List.of(), peer.heard());
        peer.importPolicy(imports().withWatched(Set.of(Prefix.parse("10.101.0.0/16"))));
        Await.until("asked for both families", () -> b.refreshes.size() == 2);
        assertTrue(b.refreshes.contains(RouteRefresh.request(Family.IPV4_UNICAST)), b.refreshes.toString());
        assertTrue(b.refreshes.contains(RouteRefresh.request(Family.IPV6_UNICAST)), b.refreshes.toString());
        b.outbox.add(said);
        atB.messagesReady();
        Await.until("heard", () -> peer.heard().size() == 1);
        assertEquals(List.of("up"), events, "the session is the same");
    }

    @Test
    void theDefaultRouteIsBelievedAndAllElseShown() throws Exception {
        Recorder b = pair.ribB;
        b.outbox.add(Recorder.announce(SpeakerPair.AS_B, "192.0.2.9", Recorder.route("0.0.0.0/0")));
        b.outbox.add(Recorder.announce(SpeakerPair.AS_B, "2001:db8::9", Recorder.route("::/0")));
        b.outbox.add(Recorder.announce(SpeakerPair.AS_B, "192.0.2.9", Recorder.route("10.9.0.0/16")));
        RoutedPeer peer = add(imports().withDefaultRoutes(Set.of(Family.IPV4_UNICAST)));
        Peer atB = pair.addToB(pair.configA());
        Await.until("routes at A", () -> peer.received(10).routes().size() == 3);
        assertEquals(
                Map.of(Family.IPV4_UNICAST, 2, Family.IPV6_UNICAST, 1),
                peer.received(10).counts());
        assertEquals(Map.of(Refusal.NOT_CONFIGURED, 2L), peer.received(10).refused());
        assertEquals(
                Set.of(Family.IPV4_UNICAST), peer.received(10).defaultRoutes().keySet());
        ReceivedRoute first = peer.received(1).routes().getFirst();
        assertNull(first.refusal());
        assertEquals(peer.received(1).defaultRoutes().get(Family.IPV4_UNICAST), first.believed());
        assertEquals(Refusal.NOT_CONFIGURED, peer.received(10).routes().get(1).refusal());

        b.outbox.add(Update.withdraw(Family.IPV4_UNICAST, List.of(Recorder.route("0.0.0.0/0"))));
        atB.messagesReady();
        Await.until("gone", () -> events.size() == 3);
        assertEquals(
                List.of("up", "IPV4_UNICAST true: the peer announced it", "IPV4_UNICAST false: the peer withdrew it"),
                events);
    }

    @Test
    void aPeerThatSaysTooMuchIsCutOffAndComesBack() throws Exception {
        pair.ribB.outbox.addAll(Recorder.hostRoutes(SpeakerPair.AS_B, "192.0.2.2", 5_000));
        RoutedPeer peer = add(imports().withMaxPrefixes(1_000));
        pair.addToB(pair.configA());
        pair.ribB.awaitEstablished();
        SessionEnd end = pair.ribB.awaitDown();
        assertTrue(end.detail().contains("MAXIMUM_PREFIXES (6/1)"), end.detail());
        Await.until("down", () -> events.equals(List.of("up", "down")) || events.size() > 2);
        pair.ribB.outbox.clear();
        pair.ribB.awaitEstablished();
        Await.until("up again", () -> events.equals(List.of("up", "down", "up")));
        assertEquals(0, peer.received(10).routes().size());
    }

    @Test
    void aPeerThatIsRemovedIsToldAndForgotten() throws Exception {
        lease(TASK4, true);
        RoutedPeer peer = add(imports());
        pair.addToB(pair.configA());
        Await.until("at B", () -> pair.ribB.routes.size() == 1);
        assertThrows(IllegalArgumentException.class, () -> add(imports()), "the name is taken");
        peer.close();
        assertTrue(pair.ribB.awaitDown().detail().contains("PEER_DECONFIGURED"));
        assertTrue(peer.isWithdrawn(0));
        pair.ribB.routes.clear();
        try (RoutedPeer again = add(imports())) {
            Await.until("at B again", () -> pair.ribB.routes.size() == 1);
            assertEquals(1, again.advertised().size());
        }
    }

    @Test
    void aStoppedPeerComesBackWhenStarted() throws Exception {
        RoutedPeer peer = add(imports());
        pair.addToB(pair.configA());
        pair.ribB.awaitEstablished();
        peer.stop(Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "maintenance"), true);
        assertTrue(pair.ribB.awaitDown().detail().contains("maintenance"));
        peer.start();
        pair.ribB.awaitEstablished();
    }

    /** Field case 10: an address must not go before the kernel has the withdrawals. */
    @Test
    @Timeout(60)
    void withdrawnMeansTakenByTheKernel() throws Exception {
        var config = pair.configA();
        RoutedPeer peer = RoutedPeer.add(
                pair.b,
                config,
                table,
                routing(SpeakerPair.AS_B, ImportPolicy.denyAll(SpeakerPair.AS_B, SpeakerPair.AS_A)));
        Await.until("waits", () -> peer.status().state() == SessionState.ACTIVE);
        try (RawPeer raw = new RawPeer("127.0.0.1", "127.0.0.2", pair.port, 4096)) {
            raw.establish();
            Await.until("up", () -> peer.status().state() == SessionState.ESTABLISHED);
            // Small changes one after the other, until the kernel takes no more and some of them wait here.
            do {
                change(peer, false);
                change(peer, true);
            } while (peer.status().queuedBytes() < WAITING_BYTES || !isStuck(peer));
            table.usable(0, false);
            Await.until("withdrawals given", () -> table.isWithdrawn(0));
            assertFalse(peer.isWithdrawn(0), "they wait in this process");
            Thread reader = Thread.ofPlatform().daemon().start(() -> readAll(raw));
            Await.until("withdrawn", () -> peer.isWithdrawn(0));
            raw.reset();
            reader.join();
        }
    }

    private void change(RoutedPeer peer, boolean leased) throws InterruptedException {
        for (int i = 0; i < MANY; i++) {
            lease(IpAddress.v6(0x2001_0db8_0100_0000L, i + 1), leased);
        }
        while (peer.advertised().size() != (leased ? MANY : 0)) {
            Thread.sleep(0, 50_000);
        }
    }

    /** Whether the kernel takes no more, not only this moment. */
    private static boolean isStuck(RoutedPeer peer) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            if (peer.session().isOutputEmpty()) {
                return false;
            }
            Thread.sleep(2);
        }
        return true;
    }

    private static void readAll(RawPeer raw) {
        try {
            while (raw.socket.getInputStream().read(new byte[65536]) >= 0) {
                Thread.onSpinWait();
            }
        } catch (java.io.IOException e) {
            assertTrue(raw.socket.isClosed(), e::toString);
        }
    }
}
