package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bfd.StateChange.Cause;
import io.braid.testing.Conclusive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a session must do with any other implementation; one subclass for each.
 *
 * <p>The peer stands for a switch with CPUs of its own, so it runs at real-time priority: bfdd, for one, looks at its
 * timers before its socket, and declares us gone when it was held up itself.
 */
abstract class PeerContract {
    private static final Duration UP_LIMIT = Duration.ofSeconds(15);
    private static final Duration FAST_DETECTION = Duration.ofMillis(150);

    /** A BFD daemon in the peer's namespace with a session to each of our addresses on eth0, 50 ms x 3. */
    interface Daemon extends AutoCloseable {
        void start();

        /** Ends it without a chance to say anything. */
        void kill();

        /** Whether its own view of the session is Up. */
        boolean isUp(boolean v6);

        /** Holds a session down, or lets it go. */
        void setDown(boolean v6, boolean down);

        /** What it tells when its operator holds a session down; implementations differ. */
        boolean announcesAdminDown();

        @Override
        void close();
    }

    abstract Daemon daemon(LabLink link);

    @SuppressWarnings("NullAway.Init") // set before each test
    private LabLink link;

    @SuppressWarnings("NullAway.Init")
    private BfdEngine engine;

    @SuppressWarnings("NullAway.Init")
    private Daemon peer;

    private final ChangeLog log = new ChangeLog();

    @BeforeEach
    void start() {
        log.clear();
        link = new LabLink(1);
        engine = BfdEngine.start(link.ours, BfdEngine.DEFAULT_PRIORITY);
        peer = daemon(link);
        peer.start();
    }

    @AfterEach
    void stop() {
        peer.close();
        engine.close();
        link.close();
    }

    /** Has a test done anew, from the start, when it failed while the machine stood still. */
    private void inTime(Conclusive.Round test) throws Exception {
        Conclusive.run(test, () -> {
            stop();
            start();
        });
    }

    private BfdSession up(boolean v6) {
        BfdSession session = engine.add(LabLink.config(0, v6, true, BfdTimers.FAST), log);
        awaitFast(session, v6);
        log.clear();
        return session;
    }

    private void awaitFast(BfdSession session, boolean v6) {
        log.await(SessionState.UP, UP_LIMIT);
        LabLink.until("peer sees Up", UP_LIMIT, () -> peer.isUp(v6));
        LabLink.until(() -> "timers agreed, not " + session.status(), UP_LIMIT, () -> {
            SessionView view = session.status().view();
            return view.detectionTime().equals(FAST_DETECTION)
                    && view.transmitInterval().toMillis() == 50
                    && !view.polling();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void comesUpAndNoticesSilentLoss(boolean v6) throws Exception {
        inTime(() -> {
            BfdSession session = up(v6);
            List<Long> millis = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                link.silence(0, true);
                long cut = System.nanoTime();
                ChangeLog.Entry down = log.await(SessionState.DOWN, Duration.ofSeconds(2));
                assertEquals(Cause.DETECTION_TIME_EXPIRED, down.change().cause());
                assertTrue(down.change().isPathFailure());
                long took = (down.nanos() - cut) / 1_000_000;
                long silent = down.change().silence().toMillis();
                millis.add(silent);
                assertTrue(silent <= 250, "silent for " + silent + " ms");
                assertTrue(took <= 350, "detected after " + took + " ms");
                LabLink.until("peer notices too", Duration.ofSeconds(2), () -> !peer.isUp(v6));
                log.clear();
                link.silence(0, false);
                awaitFast(session, v6);
                log.clear();
            }
            System.out.println(getClass().getSimpleName() + (v6 ? " IPv6" : " IPv4")
                    + ": silent loss detected after a silence of ms " + millis);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ourAdminDownIsSeenAndPeersToo(boolean v6) throws Exception {
        inTime(() -> {
            BfdSession session = up(v6);
            session.setAdminDown(true);
            LabLink.until("peer sees it", Duration.ofSeconds(2), () -> !peer.isUp(v6));
            log.clear(); // before the order: the peer may answer before this thread gets its CPU back
            session.setAdminDown(false);
            awaitFast(session, v6);
            log.clear();

            peer.setDown(v6, true);
            StateChange change =
                    log.await(SessionState.DOWN, Duration.ofSeconds(2)).change();
            if (peer.announcesAdminDown()) {
                assertEquals(Cause.PEER_ADMIN_DOWN, change.cause());
            } else {
                assertEquals(Cause.DETECTION_TIME_EXPIRED, change.cause());
            }
            log.clear();
            peer.setDown(v6, false);
            awaitFast(session, v6);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKilledPeerIsNoticedAndItsRestartRecovers(boolean v6) throws Exception {
        inTime(() -> {
            BfdSession session = up(v6);
            for (int round = 0; round < 2; round++) {
                peer.kill();
                long killed = System.nanoTime();
                ChangeLog.Entry down = log.await(SessionState.DOWN, Duration.ofSeconds(2));
                assertEquals(Cause.DETECTION_TIME_EXPIRED, down.change().cause());
                long took = (down.nanos() - killed) / 1_000_000;
                assertTrue(took <= 350, "detected after " + took + " ms");
                log.clear();
                peer.start();
                awaitFast(session, v6);
                System.out.println(getClass().getSimpleName() + ": kill detected after " + took + " ms");
                log.clear();
            }
        });
    }

    @Test
    void timersChangeWhileUp() throws Exception {
        inTime(() -> {
            BfdSession session = up(false);
            session.setTimers(BfdTimers.ofMillis(300, 5));
            LabLink.until(() -> "slower, not " + session.status(), UP_LIMIT, () -> {
                SessionView view = session.status().view();
                return view.transmitInterval().toMillis() == 300
                        && view.detectionTime().toMillis() == 900
                        && !view.polling();
            });
            session.setTimers(BfdTimers.FAST);
            LabLink.until(
                    "faster",
                    UP_LIMIT,
                    () -> session.status().view().detectionTime().equals(FAST_DETECTION));
            assertEquals(List.of(), log.changes());
            assertTrue(peer.isUp(false));
        });
    }

    @Test
    void busyCpusRaiseNoFalseAlarm() throws Exception {
        inTime(() -> {
            System.gc(); // the garbage of earlier tests is not asked about here
            BfdSession session = up(false);
            long before = session.status().received();
            try (BusyCpus busy = new BusyCpus()) {
                assertNotNull(busy);
                engine.takeLongestDelay();
                Thread.sleep(10_000);
            }
            Duration delay = engine.takeLongestDelay();
            assertEquals(List.of(), log.changes(), () -> "longest delay " + delay);
            assertTrue(peer.isUp(false));
            System.out.println(getClass().getSimpleName() + ": both CPUs busy for 10 s, no change, "
                    + (session.status().received() - before) + " packets received, longest delay "
                    + delay.toNanos() / 1000 + " us");
        });
    }
}
