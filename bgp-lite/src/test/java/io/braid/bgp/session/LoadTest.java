package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.Update;
import io.braid.testing.Conclusive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** Keepalives while routes flow and the machine is busy (field case 11). */
final class LoadTest {
    private static final Duration RUN = Duration.ofSeconds(12);

    /** A second's keepalive comes behind 100 KB that are read meanwhile, and what kernel and queue hold. */
    private static final int MOST_BEFORE_KEEPALIVE = 600_000;

    /** Notes the longest time between two keepalives of a peer, as sent and as received. */
    private static final class Gaps implements SessionTap {
        private final long[] last = new long[Direction.values().length];
        private final AtomicLongArray longest = new AtomicLongArray(last.length);

        @Override
        public void message(Peer peer, Direction direction, byte[] buffer, int offset, int length) {
            if (buffer[offset + 18] == MessageType.KEEPALIVE.code()) {
                int way = direction.ordinal();
                long now = System.nanoTime();
                if (last[way] != 0) {
                    longest.accumulateAndGet(way, now - last[way], Math::max);
                }
                last[way] = now;
            }
        }

        @Override
        public void stateChanged(Peer peer, StateChange change) {}

        long millis(Direction direction) {
            return longest.get(direction.ordinal()) / 1_000_000;
        }
    }

    @Test
    void keepalivesAreOnTimeWhileRoutesFlowBothWaysAndAllCoresAreBusy() throws Exception {
        Conclusive.run(() -> {
            var gapsAtA = new Gaps();
            var gapsAtB = new Gaps();
            var busy = new AtomicBoolean(true);
            List<Thread> burners = new ArrayList<>();
            try (var pair = new SpeakerPair(c -> c.withTap(gapsAtA), c -> c.withTap(gapsAtB))) {
                TimerConfig threeSeconds = SpeakerPair.QUICK.withHoldSeconds(3);
                Peer atB = pair.addToB(pair.configA().with(threeSeconds));
                Peer atA = pair.addToA(pair.configB().with(threeSeconds));
                pair.ribA.awaitEstablished();
                pair.ribB.awaitEstablished();
                for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                    burners.add(Thread.ofPlatform().daemon().start(() -> {
                        while (busy.get()) {
                            Thread.onSpinWait();
                        }
                    }));
                }
                List<Update> fromA = Recorder.hostRoutes(SpeakerPair.AS_A, "192.0.2.1", 10_000);
                List<Update> fromB = Recorder.hostRoutes(SpeakerPair.AS_B, "192.0.2.2", 10_000);
                long end = System.nanoTime() + RUN.toNanos();
                int rounds = 0;
                while (System.nanoTime() - end < 0) {
                    pair.ribA.outbox.addAll(fromA);
                    pair.ribB.outbox.addAll(fromB);
                    pair.ribA.outbox.add(Update.endOfRib(Family.IPV4_UNICAST));
                    pair.ribB.outbox.add(Update.endOfRib(Family.IPV4_UNICAST));
                    atA.messagesReady();
                    atB.messagesReady();
                    int round = ++rounds;
                    Await.until("received", () -> pair.ribA.endsOfRib >= round && pair.ribB.endsOfRib >= round);
                }
                assertEquals(10_000, pair.ribA.routes.size());
                assertEquals(10_000, pair.ribB.routes.size());
                assertEquals(SessionState.ESTABLISHED, atA.state());
                assertEquals(0, pair.ribA.downs.size() + pair.ribB.downs.size());
                System.out.printf("%d times 10,000 routes each way in %s%n", rounds, RUN);
                for (Gaps gaps : List.of(gapsAtA, gapsAtB)) {
                    for (SessionTap.Direction direction : SessionTap.Direction.values()) {
                        long millis = gaps.millis(direction);
                        System.out.printf("longest time between keepalives %s: %d ms%n", direction, millis);
                        // The interval is 0.75 to 1 s; what is on top is the machine's scheduling.
                        assertTrue(millis > 0 && millis < 1500, millis + " ms " + direction);
                    }
                }
                assertTrue(atA.counters().received(MessageType.KEEPALIVE) >= RUN.toSeconds());
            } finally {
                busy.set(false);
                for (Thread burner : burners) {
                    burner.join();
                }
            }
        });
    }

    /** A peer that reads 100 KB/s: the next keepalive is among what it reads soon, not behind all that the kernel took. */
    @Test
    void aKeepaliveWaitsBehindLittleForASlowReader() throws Exception {
        try (var pair = new SpeakerPair()) {
            Peer atB = pair.addToB(pair.configA().with(SpeakerPair.QUICK.withHoldSeconds(3)));
            Await.until("B waits", () -> atB.state() == SessionState.ACTIVE);
            try (RawPeer peer = new RawPeer("127.0.0.1", "127.0.0.2", pair.port, 4096).establish()) {
                pair.ribB.awaitEstablished();
                List<Update> updates = Recorder.hostRoutes(SpeakerPair.AS_B, "192.0.2.2", 10_000);
                for (int i = 0; i < 200; i++) { // some 10 MB
                    pair.ribB.outbox.addAll(updates);
                }
                atB.messagesReady();
                int before = untilKeepalive(peer);
                int next = untilKeepalive(peer);
                System.out.printf("bytes that a slow reader has before a keepalive: %,d and %,d%n", before, next);
                assertTrue(before < MOST_BEFORE_KEEPALIVE, before + " bytes");
                assertTrue(next < MOST_BEFORE_KEEPALIVE, next + " bytes");
                assertEquals(0, pair.ribB.downs.size());
            }
        }
    }

    /** Reads slowly, and keeps its own session alive, until the next keepalive; returns how much came before. */
    private static int untilKeepalive(RawPeer peer) throws Exception {
        int bytes = 0;
        int sinceOwn = 0;
        while (true) {
            Message message = peer.receive();
            if (message instanceof Keepalive) {
                return bytes;
            }
            int length = RawPeer.bytes(Objects.requireNonNull(message, "the session ended")).length;
            bytes += length;
            sinceOwn += length;
            if (sinceOwn > 50_000) {
                peer.send(new Keepalive());
                sinceOwn = 0;
            }
            Thread.sleep(Math.max(1, length / 100));
        }
    }
}
