package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.session.Collision.Verdict;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two connections with one peer (RFC 4271 section 6.8, RFC 6286). */
final class CollisionTest {
    private static final Open LOW = FsmFixture.open(65001, 90, "10.0.0.1", CapabilityOffer.DEFAULT);
    private static final Open HIGH = FsmFixture.open(65002, 90, "200.0.0.1", CapabilityOffer.DEFAULT);

    /** The speaker with the higher identifier has its connection kept, and both sides see it so. */
    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 65001, 10.0.0.2, 65001, true",
        "10.0.0.2, 65001, 10.0.0.1, 65001, false",
        "10.0.0.1, 65001, 200.0.0.1, 65000, true", // as unsigned numbers
        "10.0.0.1, 65001, 10.0.0.1, 65002, true", // RFC 6286 section 2.3
        "10.0.0.1, 65002, 10.0.0.1, 65001, false",
        "10.0.0.1, 4200000000, 10.0.0.1, 65001, false"
    })
    void theHigherIdentifierWins(String localId, long localAs, String remoteId, long remoteAs, boolean remoteWins) {
        Open local = FsmFixture.open(localAs, 90, localId, CapabilityOffer.DEFAULT);
        Open remote = FsmFixture.open(remoteAs, 90, remoteId, CapabilityOffer.DEFAULT);
        assertEquals(remoteWins, Collision.peerWins(local, remote));
        assertEquals(!remoteWins, Collision.peerWins(remote, local), "the other side sees it so");
        for (boolean incoming : new boolean[] {false, true}) {
            Verdict verdict = Collision.decide(local, remote, incoming, SessionState.OPEN_CONFIRM, !incoming, null);
            assertEquals(incoming == remoteWins ? Verdict.CLOSE_OTHER : Verdict.CLOSE_NEW, verdict);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SessionState.class,
            names = {"IDLE", "CONNECT", "ACTIVE", "OPEN_SENT"})
    void whoIsNotKnownYetIsWaitedFor(SessionState other) {
        assertEquals(Verdict.WAIT, Collision.decide(LOW, HIGH, true, other, false, null));
    }

    @Test
    void anEstablishedSessionStaysUnlessThePeerMayHaveRestarted() {
        SessionInfo plain = SessionInfo.of(LOW, HIGH, TimerConfig.DEFAULT);
        assertEquals(Verdict.CLOSE_NEW, Collision.decide(LOW, HIGH, true, SessionState.ESTABLISHED, false, plain));
        var restart = CapabilityOffer.DEFAULT.withGracefulRestart(new CapabilityOffer.GracefulRestart(
                Duration.ofSeconds(60), false, Set.of(Family.IPV4_UNICAST), RestartState.NONE));
        SessionInfo graceful = SessionInfo.of(
                FsmFixture.open(65001, 90, "10.0.0.1", restart),
                FsmFixture.open(65002, 90, "200.0.0.1", restart),
                TimerConfig.DEFAULT);
        assertEquals(Verdict.CLOSE_OTHER, Collision.decide(LOW, HIGH, true, SessionState.ESTABLISHED, false, graceful));
    }

    @Test
    void ofTwoThatThePeerMadeTheLaterStays() {
        assertEquals(Verdict.CLOSE_OTHER, Collision.decide(LOW, HIGH, true, SessionState.OPEN_CONFIRM, true, null));
    }

    /** Both connect to each other at once, again and again; one session comes of it and stays. */
    @RepeatedTest(10)
    void bothSidesConnectAtOnce() throws Exception {
        try (var pair = new SpeakerPair()) {
            PeerConfig a = pair.configA();
            Peer atB = pair.addToB(a.with(TransportConfig.DEFAULT.withLocalAddress(SpeakerPair.address("127.0.0.2"))));
            Peer atA = pair.addToA(pair.configB());
            Await.until(
                    () -> "up and stable: " + atA.history() + atB.history(),
                    () -> atA.state() == SessionState.ESTABLISHED && atB.state() == SessionState.ESTABLISHED);
            Thread.sleep(300);
            assertEquals(SessionState.ESTABLISHED, atA.state());
            assertEquals(SessionState.ESTABLISHED, atB.state());
            assertTrue(
                    atA.counters().count(PeerCounters.Event.ESTABLISHED) <= 2,
                    atA.history().toString());
            pair.ribA.outbox.add(Recorder.announce(SpeakerPair.AS_A, "192.0.2.1", Recorder.route("10.1.0.0/16")));
            atA.messagesReady();
            Await.until("routes flow", () -> !pair.ribB.routes.isEmpty());
        }
    }

    /** A peer that speaks anew while its old session stands: it has restarted if it does graceful restart. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPeerThatComesAgain(boolean graceful) throws Exception {
        CapabilityOffer offer = graceful
                ? CapabilityOffer.DEFAULT.withGracefulRestart(new CapabilityOffer.GracefulRestart(
                        Duration.ofMinutes(1), false, Set.of(Family.IPV4_UNICAST), RestartState.NONE))
                : CapabilityOffer.DEFAULT;
        Open open = FsmFixture.open(SpeakerPair.AS_A, 90, "192.0.2.1", offer);
        try (var pair = new SpeakerPair()) {
            Peer atB = pair.addToB(pair.configA().with(offer));
            Await.until("B waits", () -> atB.state() == SessionState.ACTIVE);
            try (RawPeer first = new RawPeer("127.0.0.1", "127.0.0.2", pair.port).establish(open);
                    RawPeer second = new RawPeer("127.0.0.1", "127.0.0.2", pair.port)) {
                pair.ribB.awaitEstablished();
                second.send(open);
                RawPeer loser = graceful ? first : second;
                Notification told = loser.receive(Notification.class);
                assertNotNull(told);
                assertEquals(ErrorReason.CONNECTION_COLLISION, told.reason().orElseThrow());
                if (graceful) {
                    second.send(new Keepalive());
                    SessionEnd end = pair.ribB.awaitDown();
                    assertEquals(SessionEnd.Cause.REPLACED, end.cause());
                    assertTrue(end.peerRoutesMayStay());
                    pair.ribB.awaitEstablished();
                } else {
                    assertEquals(SessionState.ESTABLISHED, atB.state());
                    assertEquals(0, pair.ribB.downs.size());
                }
                assertEquals(1, atB.counters().count(PeerCounters.Event.COLLISIONS));
            }
        }
    }

    /** Both began at once, and one of them was quicker: no restart, whatever graceful restart says. */
    @Test
    void aConnectionThatBeganBeforeTheSessionIsUpDoesNotEndIt() throws Exception {
        CapabilityOffer offer = CapabilityOffer.DEFAULT.withGracefulRestart(new CapabilityOffer.GracefulRestart(
                Duration.ofMinutes(1), false, Set.of(Family.IPV4_UNICAST), RestartState.NONE));
        Open open = FsmFixture.open(SpeakerPair.AS_A, 90, "192.0.2.1", offer);
        try (var pair = new SpeakerPair()) {
            Peer atB = pair.addToB(pair.configA().with(offer));
            Await.until("B waits", () -> atB.state() == SessionState.ACTIVE);
            try (RawPeer first = new RawPeer("127.0.0.1", "127.0.0.2", pair.port)) {
                Await.until("B took the first", () -> atB.counters().count(PeerCounters.Event.ACCEPTED) == 1);
                try (RawPeer second = new RawPeer("127.0.0.1", "127.0.0.2", pair.port)) {
                    Await.until("B took the second", () -> atB.counters().count(PeerCounters.Event.ACCEPTED) == 2);
                    first.establish(open);
                    pair.ribB.awaitEstablished();
                    second.send(open);
                    Notification told = second.receive(Notification.class);
                    assertNotNull(told);
                    assertEquals(ErrorReason.CONNECTION_COLLISION, told.reason().orElseThrow());
                    assertEquals(SessionState.ESTABLISHED, atB.state());
                    assertEquals(0, pair.ribB.downs.size());
                }
            }
        }
    }
}
