package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.interop.Daemon.Options;
import io.braid.bgp.session.Await;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.Peer;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.Recorder;
import io.braid.bgp.session.SessionEnd;
import io.braid.bgp.session.SessionEnd.Cause;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Update;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has to work with every other implementation. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class InteropContract {
    static final String SHUTDOWN_TEXT = "rack 17 moves at noon";

    PeerLab lab;
    Daemon daemon;
    BgpSpeaker speaker;
    final Recorder rib = new Recorder();

    /** Without what the daemon said a failure cannot be understood. */
    @RegisterExtension
    final AfterTestExecutionCallback failure = context -> {
        if (context.getExecutionException().isPresent()) {
            System.out.println("--- " + daemon.getClass().getSimpleName() + "\n" + daemon.said());
        }
    };

    abstract Daemon daemon(PeerLab where);

    @BeforeEach
    void build() throws IOException {
        lab = new PeerLab();
        daemon = daemon(lab);
        speaker = lab.startSpeaker();
    }

    @AfterEach
    void remove() throws Exception {
        try (PeerLab all = lab) {
            assertEquals(lab, all);
            daemon.close();
        }
    }

    final Peer connect(PeerConfig config) throws InterruptedException {
        offerRoutes();
        Peer peer = speaker.add(config, rib, rib);
        Await.until(() -> "established: " + peer.history() + peer.status().fault(), () -> !rib.established.isEmpty());
        rib.awaitEstablished();
        return peer;
    }

    private void offerRoutes() {
        rib.outbox.clear();
        rib.outbox.add(Recorder.announce(PeerLab.OWN_AS, "192.0.2.1", Recorder.route("10.100.0.7/32")));
        rib.outbox.add(Recorder.announce(PeerLab.OWN_AS, "2001:db8::1", Recorder.route("2001:db8:100::7/128")));
        rib.outbox.add(Update.endOfRib(Family.IPV4_UNICAST));
        rib.outbox.add(Update.endOfRib(Family.IPV6_UNICAST));
    }

    final void awaitRoutesBothWays() throws Exception {
        Await.until(
                () -> "the peer's routes, not " + rib.routes + rib.faults,
                () -> rib.routes.containsAll(
                        Set.of(Recorder.route("10.50.0.0/16"), Recorder.route("2001:db8:50::/48"))));
        awaitAtPeer("10.100.0.7/32", true);
        awaitAtPeer("2001:db8:100::7/128", true);
    }

    final void awaitAtPeer(String prefix, boolean present) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (daemon.has(prefix) != present) {
            assertTrue(System.nanoTime() - end < 0, prefix + (present ? " not" : " still") + " at the peer");
            Thread.sleep(50);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void routesFlowBothWaysAndAShutdownSaysWhy(boolean ipv6) throws Exception {
        daemon.start(new Options(ipv6, null, false));
        Peer peer = connect(PeerLab.config(ipv6));
        awaitRoutesBothWays();
        assertTrue(rib.faults.isEmpty(), rib.faults.toString());

        rib.outbox.add(Update.withdraw(Family.IPV4_UNICAST, List.of(Recorder.route("10.100.0.7/32"))));
        peer.messagesReady();
        awaitAtPeer("10.100.0.7/32", false);
        awaitAtPeer("2001:db8:100::7/128", true);

        peer.stop(Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, SHUTDOWN_TEXT), true);
        assertEquals(Cause.STOPPED, rib.awaitDown().cause());
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!daemon.wasTold(SHUTDOWN_TEXT)) {
            assertTrue(System.nanoTime() - end < 0, "the peer's log does not have the text");
            Thread.sleep(50);
        }
        awaitAtPeer("2001:db8:100::7/128", false);
    }

    @Test
    void thePeersShutdownIsUnderstood() throws Exception {
        daemon.start(Options.PLAIN);
        connect(PeerLab.config(false));
        awaitRoutesBothWays();
        daemon.shutdown(Options.PLAIN, SHUTDOWN_TEXT);
        SessionEnd end = rib.awaitDown();
        assertEquals(Cause.PEER_NOTIFIED, end.cause(), end.toString());
        assertTrue(end.detail().contains(shutdownDetail()), end.toString());
    }

    /** What the peer's shutdown is to look like. */
    String shutdownDetail() {
        return "ADMINISTRATIVE_SHUTDOWN (6/2): \"" + SHUTDOWN_TEXT + "\"";
    }

    /** What the end of its processes may look like. */
    Set<Cause> endsWhenKilled() {
        return Set.of(Cause.CONNECTION_LOST);
    }

    @Test
    void eitherSideMayRestart() throws Exception {
        daemon.start(Options.PLAIN);
        connect(PeerLab.config(false));
        awaitRoutesBothWays();

        daemon.kill();
        Cause cause = rib.awaitDown().cause();
        assertTrue(endsWhenKilled().contains(cause), cause.toString());
        offerRoutes();
        daemon.start(Options.PLAIN);
        rib.awaitEstablished();
        awaitRoutesBothWays();

        speaker.close();
        rib.awaitDown();
        speaker = lab.startSpeaker();
        connect(PeerLab.config(false));
        awaitRoutesBothWays();
    }

    /** Either side may have been told another AS than the other's; both say so. */
    @Test
    void anotherAsIsRefused() throws Exception {
        daemon.start(Options.of(Feature.OTHER_AS));
        offerRoutes();
        Peer peer = speaker.add(PeerLab.config(false), rib, rib);
        Poll.until(
                () -> "refused by the peer: " + peer.history(),
                () -> peer.history().stream().anyMatch(c -> c.reason().contains("peer: BAD_PEER_AS (2/2)")));
        speaker.remove(peer);
        daemon.close();
        daemon.start(Options.PLAIN);
        PeerConfig right = PeerLab.config(false);
        Peer other = speaker.add(
                new PeerConfig(
                        "other",
                        right.address(),
                        right.port(),
                        64999,
                        right.transport(),
                        right.timers(),
                        right.offer()),
                rib,
                rib);
        Poll.until(
                () -> "refused here: " + other.history(),
                () -> other.history().stream()
                        .anyMatch(c -> c.reason().contains("the peer is in AS 65000, configured is 64999")));
        assertEquals(0, rib.established.size());
    }

    @Test
    void holdTimesAreAgreedOn() throws Exception {
        for (int seconds : holdTimes()) {
            daemon.start(Options.PLAIN); // anew, since some make long pauses after a session has ended twice
            offerRoutes();
            PeerConfig config = PeerLab.config(false);
            Peer peer = speaker.add(config.with(config.timers().withHoldSeconds(seconds)), rib, rib);
            assertEquals(Math.min(9, seconds), rib.awaitEstablished().holdSeconds(), "offered " + seconds);
            awaitRoutesBothWays();
            if (seconds == 3) {
                Poll.until(
                        "keepalives for longer than that", () -> peer.counters().received(MessageType.KEEPALIVE) > 4);
            }
            assertEquals(0, rib.downs.size(), rib.downs.toString());
            speaker.remove(peer);
            rib.awaitDown();
            daemon.close();
        }
    }

    /** What is offered to the daemon, which offers 9 s itself. */
    int[] holdTimes() {
        return new int[] {0, 3, 65535};
    }

    /** The peer does not have the capability for IPv6 routes. */
    @Test
    void aFamilyThatIsRefusedIsLeftOut() throws Exception {
        routesOfIpv4FlowAlone(Options.of(Feature.IPV4_ONLY));
    }

    final SessionInfo routesOfIpv4FlowAlone(Options options) throws Exception {
        daemon.start(options);
        rib.outbox.add(Recorder.announce(PeerLab.OWN_AS, "192.0.2.1", Recorder.route("10.100.0.7/32")));
        speaker.add(PeerLab.config(false), rib, rib);
        SessionInfo info = rib.awaitEstablished();
        assertEquals(Set.of(Family.IPV4_UNICAST), info.negotiated().families());
        awaitAtPeer("10.100.0.7/32", true);
        assertEquals(0, rib.downs.size(), rib.downs.toString());
        return info;
    }

    final Path password(String key) throws IOException {
        return Files.writeString(lab.dir.resolve("braid.key"), key + "\n");
    }
}
