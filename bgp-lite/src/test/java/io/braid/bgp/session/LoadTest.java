package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.Update;
import io.braid.testing.Conclusive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** Keepalives while routes flow and the machine is busy (field case 11). */
final class LoadTest {
    private static final Duration RUN = Duration.ofSeconds(12);

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
}
