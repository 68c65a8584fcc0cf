package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.session.PeerCounters.Event;
import io.braid.bgp.session.SessionEnd.Cause;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import io.braid.testing.Conclusive;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two speakers with real sockets. */
final class TwoSpeakersTest {
    private long filesBefore;

    @BeforeEach
    void count() throws Exception {
        try (var pair = new SpeakerPair()) {
            assertTrue(pair.a.isRunning()); // what is opened once is open now
        }
        filesBefore = Await.openFiles();
    }

    @AfterEach
    void nothingIsLeftOpen() throws Exception {
        assertEquals(filesBefore, Await.openFiles(), "open sockets, epoll and event descriptors");
    }

    @Test
    void routesFlowBothWaysAndAShutdownSaysWhy() throws Exception {
        try (var pair = new SpeakerPair()) {
            pair.ribA.outbox.add(Recorder.announce(SpeakerPair.AS_A, "192.0.2.1", Recorder.route("10.100.0.1/32")));
            pair.ribA.outbox.add(Update.endOfRib(Family.IPV4_UNICAST));
            Peer atB = pair.addToB(pair.configA());
            Peer atA = pair.addToA(pair.configB());
            SessionInfo info = pair.ribA.awaitEstablished();
            assertEquals(9, info.holdSeconds());
            assertEquals(Set.of(Family.values()), info.negotiated().families());
            pair.ribB.awaitEstablished();
            Await.until("route at B", () -> pair.ribB.routes.equals(Set.of(Recorder.route("10.100.0.1/32"))));
            Await.until("End-of-RIB at B", () -> pair.ribB.endOfRib.contains(Family.IPV4_UNICAST));

            pair.ribB.outbox.add(Recorder.announce(SpeakerPair.AS_B, "2001:db8::2", Recorder.route("2001:db8:9::/48")));
            pair.ribB.outbox.add(RouteRefresh.request(Family.IPV4_UNICAST));
            atB.messagesReady();
            Await.until("route at A", () -> pair.ribA.routes.equals(Set.of(Recorder.route("2001:db8:9::/48"))));
            Await.until("refresh at A", () -> pair.ribA.refreshes.contains(RouteRefresh.request(Family.IPV4_UNICAST)));

            assertEquals(SessionState.ESTABLISHED, atA.state());
            assertEquals(info, atA.status().info());
            atA.stop(Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "maintenance till noon"), false);
            SessionEnd end = pair.ribB.awaitDown();
            assertEquals(Cause.PEER_NOTIFIED, end.cause());
            assertEquals("peer: ADMINISTRATIVE_SHUTDOWN (6/2): \"maintenance till noon\"", end.detail());
            assertEquals(Cause.STOPPED, pair.ribA.awaitDown().cause());
            Await.until("idle", () -> atA.state() == SessionState.IDLE);
            assertEquals(1, atA.counters().sent(MessageType.NOTIFICATION));
            assertEquals(1, atB.counters().received(MessageType.NOTIFICATION));
            assertEquals(2, atA.counters().sent(MessageType.UPDATE));
            assertEquals(
                    atA.counters().sentBytes(MessageType.UPDATE), atB.counters().receivedBytes(MessageType.UPDATE));

            atA.start();
            pair.ribA.awaitEstablished();
            assertEquals(2, atA.counters().count(Event.ESTABLISHED));
            assertEquals(
                    List.of("CONNECT", "OPEN_SENT", "OPEN_CONFIRM", "ESTABLISHED"),
                    atA.history().reversed().stream()
                            .limit(4)
                            .map(c -> c.to().name())
                            .collect(Collectors.toList())
                            .reversed());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 65535})
    void holdTimes(int seconds) throws Exception {
        Conclusive.run(() -> {
            try (var pair = new SpeakerPair()) {
                TimerConfig times = SpeakerPair.QUICK.withHoldSeconds(seconds);
                Peer atB = pair.addToB(pair.configA().with(times));
                Peer atA = pair.addToA(pair.configB().with(times));
                assertEquals(seconds, pair.ribA.awaitEstablished().holdSeconds());
                pair.ribB.awaitEstablished();
                Thread.sleep(3500); // longer than the shortest hold time
                assertEquals(SessionState.ESTABLISHED, atA.state());
                assertEquals(SessionState.ESTABLISHED, atB.state());
                long keepalives = atA.counters().received(MessageType.KEEPALIVE);
                assertTrue(seconds == 3 ? keepalives >= 4 : keepalives == 1, keepalives + " keepalives");
            }
        });
    }

    @Test
    void aWrongAsIsRefusedAndNamed() throws Exception {
        try (var pair = new SpeakerPair()) {
            Peer atB = pair.addToB(pair.configA());
            PeerConfig wrong = pair.configB();
            Peer atA = pair.addToA(new PeerConfig(
                    wrong.name(),
                    wrong.address(),
                    wrong.port(),
                    64999,
                    wrong.transport(),
                    wrong.timers(),
                    wrong.offer()));
            Await.until("refused", () -> atA.counters().count(Event.PROTOCOL_ERRORS) >= 2);
            assertTrue(
                    atA.history().stream()
                            .anyMatch(c -> c.reason().equals("the peer is in AS 65002, configured is 64999")),
                    atA.history().toString());
            Await.until(
                    () -> "told " + atB.history(),
                    () -> atB.history().stream().anyMatch(c -> c.reason().equals("peer: BAD_PEER_AS (2/2)")));
            assertEquals(0, atA.counters().count(Event.ESTABLISHED));
            assertEquals(0, pair.ribB.downs.size(), "what was never up does not go down");
        }
    }

    @Test
    void gtsmOnBothSides() throws Exception {
        try (var pair = new SpeakerPair()) {
            PeerConfig a = pair.configA();
            PeerConfig b = pair.configB();
            pair.addToB(a.with(a.transport().withGtsm(1)));
            pair.addToA(b.with(b.transport().withGtsm(1).withDevice("lo")));
            pair.ribA.awaitEstablished();
            pair.ribB.awaitEstablished();
        }
    }

    @Test
    void gtsmRefusesAPeerThatDoesNot() throws Exception {
        try (var pair = new SpeakerPair()) {
            Peer atB = pair.addToB(pair.configA());
            PeerConfig b = pair.configB();
            Peer atA = pair.addToA(b.with(b.transport().withGtsm(1)));
            Thread.sleep(1500);
            assertEquals(
                    0, atB.counters().count(Event.ESTABLISHED) + atA.counters().count(Event.ESTABLISHED));
        }
    }

    @Test
    void strangersAreRefusedAndCounted() throws Exception {
        try (var pair = new SpeakerPair()) {
            Peer atB = pair.addToB(pair.configA());
            Await.until("B listens", () -> pair.b.listening().size() == 1);
            for (int i = 0; i < 20; i++) {
                try (var socket = new java.net.Socket()) {
                    socket.bind(new java.net.InetSocketAddress("127.0.0.9", 0));
                    socket.connect(new java.net.InetSocketAddress("127.0.0.2", pair.port));
                    assertEquals(-1, readUntilEnd(socket));
                }
            }
            assertEquals(20, pair.b.strangers());
            assertEquals(0, atB.counters().count(Event.ACCEPTED));
        }
    }

    private static int readUntilEnd(java.net.Socket socket) {
        try {
            return socket.getInputStream().read();
        } catch (java.io.IOException e) {
            return -1; // reset, which is how strangers are refused
        }
    }

    @Test
    void aPeerIsRemovedForGoodAndItsNameIsFree() throws Exception {
        try (var pair = new SpeakerPair()) {
            Peer atB = pair.addToB(pair.configA());
            pair.addToA(pair.configB());
            pair.ribA.awaitEstablished();
            pair.ribB.awaitEstablished();
            pair.b.remove(atB);
            assertEquals("peer: PEER_DECONFIGURED (6/3)", pair.ribA.awaitDown().detail());
            Await.until("B does not listen", () -> pair.b.listening().isEmpty());
            pair.addToB(pair.configA());
            pair.ribA.awaitEstablished();
        }
    }

    @Test
    void aCallbackThatThrowsEndsItsOwnSessionOnly() throws Exception {
        try (var pair = new SpeakerPair()) {
            pair.addToB(pair.configA());
            Peer atA = pair.a.add(pair.configB(), pair.ribA, _ -> {
                throw new IllegalStateException("a fault of the source, as the test wants it");
            });
            assertEquals(Cause.STOPPED, pair.ribA.awaitDown().cause(), "the session ended with a Cease");
            assertEquals("peer: CEASE_UNSPECIFIC (6/0)", pair.ribB.awaitDown().detail());
            assertTrue(atA.counters().count(Event.CALLBACK_FAILURES) >= 1);
            assertTrue(pair.a.isRunning());
            assertFalse(pair.b.listening().isEmpty());
        }
    }

    @Test
    void leavingWithoutAWordIsSeenAsALostConnection() throws Exception {
        try (var pair = new SpeakerPair()) {
            pair.addToB(pair.configA());
            Peer atA = pair.addToA(pair.configB());
            pair.ribB.awaitEstablished();
            atA.leave();
            assertEquals(Cause.CONNECTION_LOST, pair.ribB.awaitDown().cause());
            assertEquals(0, atA.counters().sent(MessageType.NOTIFICATION));
        }
    }

    /** What is waiting may be gone to the last byte when a turn's writes are done; the source is asked again all the same. */
    @Test
    void messagesThatFillTheBufferExactlyAllGoOut() throws Exception {
        var routes = new ArrayList<Nlri>();
        routes.add(Recorder.route("10.101.0.0/16"));
        for (int i = 0; i < 810; i++) {
            routes.add(Nlri.of(Prefix.host(IpAddress.v4(0x0A64_0000 + i))));
        }
        Update full = Recorder.announce(SpeakerPair.AS_A, "192.0.2.1", routes);
        try (var pair = new SpeakerPair()) {
            TimerConfig silent = SpeakerPair.QUICK.withHoldSeconds(0); // no keepalive helps
            pair.addToB(pair.configA().with(silent));
            Peer atA = pair.addToA(pair.configB().with(silent));
            pair.ribA.awaitEstablished();
            int count = 1024;
            for (int i = 0; i < count; i++) {
                pair.ribA.outbox.add(full);
            }
            atA.messagesReady();
            Await.until(() -> pair.ribB.updates + " of " + count + " messages", () -> pair.ribB.updates == count);
            assertEquals(4096L * count, atA.counters().sentBytes(MessageType.UPDATE));
            Await.until("nothing waits", atA::isOutputEmpty);
        }
    }
}
