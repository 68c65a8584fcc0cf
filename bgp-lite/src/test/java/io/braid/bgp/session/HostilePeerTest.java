package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.session.PeerCounters.Event;
import io.braid.bgp.session.SessionEnd.Cause;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Update;
import io.braid.testing.Conclusive;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One peer misbehaves in time or amount; a second session lives on beside it. What it may say: {@link HostileCorpusTest}. */
final class HostilePeerTest {
    private static final String VICTIM = "127.0.0.2";
    private static final String HOSTILE = "127.0.0.1";
    private static final String GOOD = "127.0.0.5";

    private final int port;
    private final BgpSpeaker victim;
    private final BgpSpeaker good;
    private final Recorder hostileRib = new Recorder();
    private final Recorder goodRib = new Recorder();
    private final Peer hostile;
    private final Peer goodAtVictim;

    HostilePeerTest() throws IOException {
        port = SpeakerPair.freePort();
        victim = BgpSpeaker.start(
                SpeakerConfig.of(SpeakerPair.AS_B, IpAddress.parse("192.0.2.2")).withListenPort(port));
        good = BgpSpeaker.start(
                SpeakerConfig.of(65005, IpAddress.parse("192.0.2.5")).withListenPort(port));
        TransportConfig passive = TransportConfig.DEFAULT
                .withLocalAddress(SpeakerPair.address(VICTIM))
                .asPassive();
        TimerConfig times = SpeakerPair.QUICK
                .withHoldSeconds(90)
                .withOpenHold(Duration.ofMillis(700))
                .withSendHold(Duration.ofSeconds(1))
                .withIdleHold(Duration.ofMillis(10), Duration.ofMillis(10));
        hostile = victim.add(
                PeerConfig.of("hostile", SpeakerPair.address(HOSTILE), SpeakerPair.AS_A)
                        .withPort(port)
                        .with(passive)
                        .with(times),
                hostileRib,
                hostileRib);
        goodAtVictim = victim.add(
                PeerConfig.of("good", SpeakerPair.address(GOOD), 65005)
                        .withPort(port)
                        .with(passive)
                        .with(SpeakerPair.QUICK.withHoldSeconds(3)),
                goodRib,
                goodRib);
        var rib = new Recorder();
        rib.outbox.add(Recorder.announce(65005, "192.0.2.5", Recorder.route("10.5.0.0/16")));
        good.add(
                PeerConfig.of("victim", SpeakerPair.address(VICTIM), SpeakerPair.AS_B)
                        .withPort(port)
                        .with(TransportConfig.DEFAULT.withLocalAddress(SpeakerPair.address(GOOD)))
                        .with(SpeakerPair.QUICK.withHoldSeconds(3)),
                rib,
                rib);
    }

    @BeforeEach
    void goodSessionIsUp() throws Exception {
        goodRib.awaitEstablished();
        Await.until("route", () -> goodRib.routes.equals(Set.of(Recorder.route("10.5.0.0/16"))));
    }

    @AfterEach
    void goodSessionIsStillUp() {
        assertEquals(SessionState.ESTABLISHED, goodAtVictim.state());
        assertEquals(0, goodRib.downs.size());
        assertEquals(Set.of(Recorder.route("10.5.0.0/16")), goodRib.routes);
        assertTrue(victim.isRunning());
        victim.close();
        good.close();
    }

    /** Connects when the victim takes connections again after a failure. */
    private RawPeer connect(int receiveBytes) throws Exception {
        Await.until("the victim waits", () -> hostile.state() == SessionState.ACTIVE);
        return new RawPeer(HOSTILE, VICTIM, port, receiveBytes);
    }

    private RawPeer connect() throws Exception {
        return connect(0);
    }

    @Test
    void silenceAndSlowBytesEndAtTheOpenHoldTime() throws Exception {
        Conclusive.run(() -> {
            try (RawPeer peer = connect()) {
                byte[] open = RawPeer.bytes(RawPeer.OPEN);
                long start = System.nanoTime();
                int sent = 0;
                Notification told = null;
                peer.socket.setSoTimeout(50);
                while (told == null && sent < open.length) {
                    peer.send(Arrays.copyOfRange(open, sent, ++sent));
                    try {
                        told = peer.receive(Notification.class);
                    } catch (java.net.SocketTimeoutException e) {
                        // as slowly as the loris likes
                    }
                }
                assertNotNull(told, "told nothing after " + sent + " bytes");
                assertEquals(ErrorReason.HOLD_TIMER_EXPIRED, told.reason().orElseThrow());
                long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
                assertTrue(millis >= 600 && millis < 3000, millis + " ms");
            }
        });
    }

    @Test
    void manyHalfOpenConnectionsAreOneOrTwo() throws Exception {
        var peers = new java.util.ArrayList<RawPeer>();
        Await.until("the victim waits", () -> hostile.state() == SessionState.ACTIVE);
        long before = Await.openFiles();
        for (int i = 0; i < 50; i++) {
            peers.add(new RawPeer(HOSTILE, VICTIM, port));
        }
        Await.until(
                "all dealt with",
                () -> hostile.counters().count(Event.ACCEPTED)
                                + hostile.counters().count(Event.REFUSED)
                        >= 50);
        long opened = Await.openFiles() - before - peers.size();
        assertTrue(opened <= 2, opened + " connections are held");
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    /** Many of them are gone before they are accepted, which the kernel does not tell: they cost nothing at all. */
    @Test
    void aFloodOfResetsLeavesNothing() throws Exception {
        Await.until("the victim waits", () -> hostile.state() == SessionState.ACTIVE);
        long before = Await.openFiles();
        int sent = 0;
        for (int i = 0; i < 300; i++) {
            RawPeer peer = new RawPeer(HOSTILE, VICTIM, port);
            try {
                peer.send(Arrays.copyOf(RawPeer.bytes(RawPeer.OPEN), 25));
                sent++;
            } catch (IOException e) {
                assertTrue(peer.socket.isBound(), "the victim was faster with its reset");
            }
            peer.reset();
        }
        assertTrue(sent > 0);
        Await.until("the victim waits", () -> hostile.state() == SessionState.ACTIVE);
        assertTrue(hostile.counters().count(Event.ACCEPTED) > 0);
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (Await.openFiles() > before) { // the last ones may still wait to be accepted
            assertTrue(System.nanoTime() - end < 0, Await.openFiles() - before + " connections are left open");
            Thread.sleep(10);
        }
        try (RawPeer peer = connect().establish()) {
            hostileRib.awaitEstablished();
            assertTrue(peer.socket.isConnected());
        }
    }

    @Test
    void aResetInTheMiddleOfAMessageIsALostConnection() throws Exception {
        for (int i = 0; i < 20; i++) {
            RawPeer peer = connect().establish();
            hostileRib.awaitEstablished();
            peer.send(Arrays.copyOf(
                    RawPeer.bytes(Recorder.announce(SpeakerPair.AS_A, "192.0.2.1", Recorder.route("10.9.0.0/16"))),
                    30));
            if (i % 2 == 0) {
                peer.reset();
            } else {
                peer.close();
            }
            assertEquals(Cause.CONNECTION_LOST, hostileRib.awaitDown().cause());
            assertTrue(hostileRib.routes.isEmpty());
        }
    }

    /** A peer that reads nothing: what waits for it is bounded, and the send hold timer ends it (RFC 9687). */
    @Test
    void aPeerThatReadsNothingCostsLittleAndIsCutOff() throws Exception {
        try (RawPeer peer = connect(4096).establish()) {
            hostileRib.awaitEstablished();
            List<Update> updates = Recorder.hostRoutes(SpeakerPair.AS_B, "192.0.2.2", 10_000);
            for (int i = 0; i < 400; i++) { // some 20 MB
                hostileRib.outbox.addAll(updates);
            }
            int offered = hostileRib.outbox.size();
            hostile.messagesReady();
            int most = 0;
            while (hostileRib.downs.isEmpty()) {
                most = Math.max(most, hostile.status().queuedBytes());
                Thread.sleep(5);
            }
            assertEquals(Cause.SEND_HOLD_EXPIRED, hostileRib.awaitDown().cause());
            assertEquals(1, hostile.counters().count(Event.SEND_HOLD_EXPIRED));
            assertTrue(peer.socket.isConnected());
            assertTrue(most > 0 && most <= Wire.LOW_WATER + 16 * 1024, most + " bytes waited");
            assertTrue(hostileRib.outbox.size() > offered / 2, "most was never asked for");
        }
    }

    /** A peer that sends without end: its updates are slow to deal with, and the good session keeps its 1 s keepalives. */
    @Test
    void aFloodOfUpdatesStarvesNobody() throws Exception {
        hostileRib.updateNanos = 100_000;
        byte[] update = RawPeer.bytes(Recorder.announce(SpeakerPair.AS_A, "192.0.2.1", Recorder.route("10.9.0.0/16")));
        byte[] flood = new byte[update.length * 1000];
        for (int i = 0; i < 1000; i++) {
            System.arraycopy(update, 0, flood, i * update.length, update.length);
        }
        try (RawPeer peer = connect().establish()) {
            hostileRib.awaitEstablished();
            Thread writer = Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (!Thread.interrupted()) {
                        peer.send(flood);
                    }
                } catch (IOException e) {
                    // closed at the end
                }
            });
            Thread.sleep(5000); // the good session's hold time is 3 s
            Await.until("a flood", () -> hostileRib.updates > 5_000);
            assertEquals(0, goodRib.downs.size());
            writer.interrupt();
            peer.reset();
            writer.join();
        }
    }
}
