package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.MessageType;
import io.braid.testing.Conclusive;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A hundred sessions in one process. */
final class ManySessionsTest {
    private static final int SESSIONS = 100;
    private static final Duration MEASURED = Duration.ofSeconds(10);

    /** The far ends share one speaker, so its thread works as much as the measured one. */
    @Test
    void aHundredIdleSessionsCostLessThanTwoPercentOfACore() throws Exception {
        Conclusive.run(() -> {
            int port = SpeakerPair.freePort();
            var rib = new Recorder();
            var farRib = new Recorder();
            // Hold time 9 s: ten times the keepalives of the usual 90 s.
            try (var far = BgpSpeaker.start(SpeakerConfig.of(SpeakerPair.AS_B, IpAddress.parse("192.0.2.2"))
                            .withListenPort(port));
                    var near = BgpSpeaker.start(SpeakerConfig.of(SpeakerPair.AS_A, IpAddress.parse("192.0.2.1"))
                            .withListenPort(port))) {
                List<Peer> peers = new ArrayList<>();
                for (int i = 0; i < SESSIONS; i++) {
                    var nearAddress = SpeakerPair.address("127.1.0." + (i + 1));
                    var farAddress = SpeakerPair.address("127.2.0." + (i + 1));
                    far.add(
                            PeerConfig.of("near" + i, nearAddress, SpeakerPair.AS_A)
                                    .withPort(port)
                                    .with(SpeakerPair.QUICK)
                                    .with(TransportConfig.DEFAULT
                                            .withLocalAddress(farAddress)
                                            .asPassive()),
                            farRib,
                            farRib);
                    peers.add(near.add(
                            PeerConfig.of("far" + i, farAddress, SpeakerPair.AS_B)
                                    .withPort(port)
                                    .with(SpeakerPair.QUICK)
                                    .with(TransportConfig.DEFAULT.withLocalAddress(nearAddress)),
                            rib,
                            rib));
                }
                Await.until("all are up", () -> peers.stream().allMatch(p -> p.state() == SessionState.ESTABLISHED));
                Thread.sleep(2000); // what came up in one moment is to have drifted apart, and compiled
                long keepalivesBefore = keepalives(peers);
                long[] threads = speakerThreads();
                long[] before = cpu(threads);
                Thread.sleep(MEASURED);
                long[] after = cpu(threads);
                long keepalives = keepalives(peers) - keepalivesBefore;
                for (int i = 0; i < threads.length; i++) {
                    double share = (after[i] - before[i]) / (double) MEASURED.toNanos();
                    System.out.printf(
                            "%d sessions, %d keepalives: %.2f%% of a core%n", SESSIONS, keepalives, share * 100);
                    assertTrue(share < 0.02, "share of a core: " + share);
                }
                assertTrue(keepalives >= SESSIONS * 3, keepalives + " keepalives");
                assertEquals(0, rib.downs.size());
                assertEquals(SESSIONS, rib.established.size());
            }
        });
    }

    private static long keepalives(List<Peer> peers) {
        return peers.stream()
                .mapToLong(p -> p.counters().received(MessageType.KEEPALIVE))
                .sum();
    }

    private static long[] speakerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().equals("bgp-speaker"))
                .mapToLong(Thread::threadId)
                .toArray();
    }

    private static long[] cpu(long[] threads) {
        var bean = ManagementFactory.getThreadMXBean();
        long[] nanos = new long[threads.length];
        for (int i = 0; i < threads.length; i++) {
            nanos[i] = bean.getThreadCpuTime(threads[i]);
        }
        return nanos;
    }
}
