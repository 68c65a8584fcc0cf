package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.rib.Uplink;
import io.braid.bgp.speaker.PeerRouting;
import io.braid.bgp.speaker.WatchedPeer;
import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.Update;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The speaker under attack (AS 65017, 127.0.0.1): with a hostile external peer (AS 65000, 127.0.0.2), a hostile internal
 * one (127.0.0.3) and a good one (AS 65009, 127.0.0.9), that is told a hundred task IPs and tells default routes.
 */
final class HostileWorld implements AutoCloseable {
    static final String VICTIM = "127.0.0.1";
    static final String EXTERNAL = "127.0.0.2";
    static final String INTERNAL = "127.0.0.3";

    /** How long a peer's connection may stand without OPEN. */
    static final Duration OPEN_HOLD = Duration.ofMillis(400);
    /** How long routes of a peer that restarts stay at most. */
    static final Duration MAX_STALE = Duration.ofMillis(400);

    private static final String GOOD = "127.0.0.9";
    private static final long OWN_AS = 65017;
    private static final long HOSTILE_AS = 65000;
    private static final long GOOD_AS = 65009;
    private static final Set<Family> BOTH = EnumSet.allOf(Family.class);

    final int port = SpeakerPair.freePort();
    final WatchedPeer external;
    final WatchedPeer internal;
    final Peer externalPeer;
    final Peer internalPeer;

    private final BgpSpeaker victim;
    private final BgpSpeaker tor;
    private final Recorder torRib = new Recorder();
    private final WatchedPeer good;
    private final Peer goodPeer;
    private final Set<Nlri> tasks = new HashSet<>();
    private final long filesBefore;
    private final int threadsBefore;
    private final long updatesBefore;

    /** @param maxPrefixes how many routes a peer may tell in a family */
    HostileWorld(int maxPrefixes) throws Exception {
        Announcements table = new Announcements(
                List.of(new Uplink(
                        0, "nic0", IpAddress.parse("192.0.2.17"), NextHop.of(IpAddress.parse("2001:db8::17")), 0)),
                List.of(Prefix.parse("10.100.0.0/16"), Prefix.parse("2001:db8:100::/48")));
        table.usable(0, true);
        for (int i = 0; i < 50; i++) {
            announce(table, IpAddress.v4(0x0A640000 + i));
            announce(table, IpAddress.v6(0x20010DB801000000L, i));
        }
        victim = BgpSpeaker.start(
                SpeakerConfig.of(OWN_AS, IpAddress.parse("192.0.2.17")).withListenPort(port));
        tor = BgpSpeaker.start(
                SpeakerConfig.of(GOOD_AS, IpAddress.parse("192.0.2.9")).withListenPort(port));
        external = rib("external", table, HOSTILE_AS, maxPrefixes, true);
        internal = rib("internal", table, OWN_AS, maxPrefixes, false);
        good = rib("good", table, GOOD_AS, maxPrefixes, false);
        externalPeer = external.join(
                victim, hostile("external", EXTERNAL, HOSTILE_AS).with(offer().withRole(BgpRole.PEER, false)));
        internalPeer = internal.join(victim, hostile("internal", INTERNAL, OWN_AS));
        goodPeer = good.join(victim, config("good", GOOD, GOOD_AS, VICTIM).with(SpeakerPair.QUICK));
        torRib.outbox.add(Recorder.announce(GOOD_AS, "192.0.2.9", Recorder.route("0.0.0.0/0")));
        torRib.outbox.add(Recorder.announce(GOOD_AS, "2001:db8::9", Recorder.route("::/0")));
        BOTH.forEach(family -> torRib.outbox.add(Update.endOfRib(family)));
        PeerConfig toVictim = config("victim", VICTIM, OWN_AS, GOOD).with(SpeakerPair.QUICK);
        tor.add(toVictim.with(TransportConfig.DEFAULT.withLocalAddress(SpeakerPair.address(GOOD))), torRib, torRib);
        torRib.awaitEstablished();
        Await.until("routes", () -> torRib.routes.equals(tasks) && hasDefaults() && torRib.endsOfRib == 2);
        updatesBefore = torRib.updates;
        filesBefore = Await.openFiles();
        threadsBefore = threads();
    }

    private void announce(Announcements table, IpAddress ip) {
        table.lease(ip, true);
        table.port(ip, true);
        tasks.add(Nlri.of(Prefix.host(ip)));
    }

    private static WatchedPeer rib(String name, Announcements table, long peerAs, int maxPrefixes, boolean role) {
        ImportPolicy imported = ImportPolicy.denyAll(OWN_AS, peerAs)
                .withDefaultRoutes(BOTH)
                .withMaxPrefixes(maxPrefixes)
                .withLink(
                        Set.of(
                                IpAddress.parse("192.0.2.17"),
                                IpAddress.parse("2001:db8::17"),
                                IpAddress.parse("fe80::17")),
                        Set.of(Prefix.parse("192.0.2.0/24"), Prefix.parse("2001:db8::/64")));
        ExportPolicy exported = ExportPolicy.of(OWN_AS);
        PeerRouting routing = PeerRouting.of(
                new Paths.OfUplink(0),
                role ? exported.withRole(BgpRole.PEER) : exported,
                role ? imported.withRole(BgpRole.PEER) : imported);
        return new WatchedPeer(name, table, routing.withMaxStale(MAX_STALE));
    }

    private PeerConfig config(String name, String address, long asn, String local) {
        return PeerConfig.of(name, SpeakerPair.address(address), asn)
                .withPort(port)
                .with(TransportConfig.DEFAULT
                        .withLocalAddress(SpeakerPair.address(local))
                        .asPassive());
    }

    private PeerConfig hostile(String name, String address, long asn) {
        return config(name, address, asn, VICTIM)
                .with(SpeakerPair.QUICK
                        .withHoldSeconds(90)
                        .withOpenHold(OPEN_HOLD)
                        .withSendHold(Duration.ofSeconds(1))
                        .withIdleHold(Duration.ofMillis(10), Duration.ofMillis(10)));
    }

    /** Everything, so that the external peer can choose; the internal one is offered no more than usual. */
    private static CapabilityOffer offer() {
        return CapabilityOffer.DEFAULT
                .withAddPath(BOTH, Set.of())
                .withExtendedNextHop()
                .withExtendedMessage()
                .withEnhancedRefresh()
                .withGracefulRestart(new CapabilityOffer.GracefulRestart(
                        Duration.ofSeconds(60), false, Set.of(), RestartState.NONE));
    }

    private boolean hasDefaults() {
        return BOTH.stream().allMatch(f -> good.in().defaultRoute(f).isPresent());
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** Fails unless the good session went on untouched and nothing is left of what the hostile peer did. */
    void assertUnharmed() throws IOException, InterruptedException {
        assertTrue(victim.isRunning(), "the speaker ended");
        assertEquals(SessionState.ESTABLISHED, goodPeer.state(), () -> "good session: " + goodPeer.history());
        assertEquals(1, goodPeer.counters().count(PeerCounters.Event.ESTABLISHED), "good session's beginnings");
        assertEquals(0, goodPeer.counters().count(PeerCounters.Event.DOWN), "good session's ends");
        assertEquals(List.of(), new ArrayList<>(torRib.downs), "good peer's view of it");
        assertEquals(tasks, torRib.routes, "task IPs at the good peer");
        assertEquals(updatesBefore, torRib.updates, "updates to the good peer, which nothing has changed for");
        assertTrue(hasDefaults(), "default routes of the good peer");
        assertEquals(2, good.defaultChanges.get(), "changes of the good peer's default routes");
        for (Peer peer : List.of(goodPeer, externalPeer, internalPeer)) {
            assertEquals(0, peer.counters().count(PeerCounters.Event.CALLBACK_FAILURES), "exceptions for " + peer);
        }
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (Await.openFiles() > filesBefore) { // connections that linger for a second at most
            assertTrue(System.nanoTime() - end < 0, Await.openFiles() - filesBefore + " files are left open");
            Thread.sleep(2);
        }
        assertTrue(threads() <= threadsBefore, threads() - threadsBefore + " threads more");
    }

    @Override
    public void close() {
        tor.close();
        victim.close();
    }
}
