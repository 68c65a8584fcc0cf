package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bfd.StateChange.Cause;
import io.braid.linux.Interfaces;
import io.braid.linux.LinuxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two engines against each other over veth cables. */
final class BfdEngineIT extends EnginePair {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void comesUpNoticesSilenceAndComesBack(boolean v6) throws Exception {
        inTime(() -> {
            BfdSession session = up(0, v6);
            SessionStatus status = session.status();
            assertEquals(SessionState.UP, session.state());
            assertEquals(SessionState.UP, status.view().remoteState());
            assertEquals(Duration.ofMillis(50), status.view().transmitInterval());
            assertTrue(status.sourcePort() >= 49152 && status.sourcePort() <= 65535);
            assertTrue(ours.isRealTime(), "root may");
            assertEquals(null, status.error());

            List<Long> millis = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                link.silence(0, true);
                long cut = System.nanoTime();
                for (ChangeLog log : List.of(ourLog, theirLog)) {
                    ChangeLog.Entry down = log.await(SessionState.DOWN, Duration.ofSeconds(2));
                    assertEquals(Cause.DETECTION_TIME_EXPIRED, down.change().cause());
                    assertTrue(down.change().silence().toMillis() >= 150, down.toString());
                    long took = (down.nanos() - cut) / 1_000_000;
                    long silent = down.change().silence().toMillis();
                    millis.add(silent);
                    assertTrue(silent <= 250, "silent for " + silent + " ms");
                    assertTrue(took <= 350, "detected after " + took + " ms");
                }
                ourLog.clear();
                theirLog.clear();
                link.silence(0, false);
                ourLog.await(SessionState.UP, UP_LIMIT);
                theirLog.await(SessionState.UP, UP_LIMIT);
                awaitFast(session);
                ourLog.clear();
                theirLog.clear();
            }
            System.out.println((v6 ? "IPv6" : "IPv4") + " silent loss detected after a silence of ms: " + millis);
        });
    }

    @Test
    void linkLocalAddressesOnEveryDeviceAreSessionsOfTheirOwn() throws Exception {
        inTime(() -> {
            List<BfdSession> sessions = new ArrayList<>();
            List<ChangeLog> logs = new ArrayList<>();
            for (int n = 0; n < CABLES; n++) {
                ChangeLog log = new ChangeLog();
                logs.add(log);
                String device = LabLink.device(n);
                sessions.add(ours.add(
                        new SessionConfig(LabLink.linkLocal(true), LabLink.linkLocal(false), device, BfdTimers.FAST),
                        log));
                theirs.add(
                        new SessionConfig(LabLink.linkLocal(false), LabLink.linkLocal(true), device, BfdTimers.FAST),
                        theirLog);
            }
            for (ChangeLog log : logs) {
                log.await(SessionState.UP, UP_LIMIT);
            }
            Set<Integer> numbers = new HashSet<>();
            Set<Integer> ports = new HashSet<>();
            for (BfdSession session : sessions) {
                awaitFast(session);
                numbers.add(session.status().view().localDiscriminator());
                ports.add(session.status().sourcePort());
            }
            assertEquals(CABLES, numbers.size(), "discriminators");
            assertEquals(CABLES, ports.size(), "source ports");
            logs.forEach(ChangeLog::clear);
            link.silence(1, true);
            logs.get(1).await(SessionState.DOWN, Duration.ofSeconds(2));
            assertEquals(List.of(), logs.get(0).changes());
            assertEquals(List.of(), logs.get(2).changes());
        });
    }

    @Test
    void anOperatorsDownIsToldAndTimersChangeWhileUp() throws Exception {
        inTime(() -> {
            BfdSession session = up(0, true);
            session.setTimers(BfdTimers.ofMillis(200, 4));
            LabLink.until(
                    "slower",
                    UP_LIMIT,
                    () -> session.status().view().transmitInterval().toMillis() == 200
                            && session.status().view().detectionTime().toMillis() == 600);
            session.setTimers(BfdTimers.FAST);
            LabLink.until(
                    "faster",
                    UP_LIMIT,
                    () -> session.status().view().transmitInterval().toMillis() == 50);
            assertEquals(List.of(), ourLog.changes());

            session.setAdminDown(true);
            assertEquals(SessionState.ADMIN_DOWN, session.state());
            StateChange told =
                    theirLog.await(SessionState.DOWN, Duration.ofSeconds(1)).change();
            assertEquals(Cause.PEER_ADMIN_DOWN, told.cause());
            assertEquals(Diagnostic.ADMINISTRATIVELY_DOWN, told.remote());
            assertFalse(told.isPathFailure());
            session.setAdminDown(false);
            ourLog.await(SessionState.UP, UP_LIMIT);
            theirLog.clear();
            session.close();
            session.close();
            assertEquals(
                    Cause.PEER_ADMIN_DOWN,
                    theirLog.await(SessionState.DOWN, Duration.ofSeconds(1))
                            .change()
                            .cause());
            // The same endpoint may have a new session, which finds the peer's old one.
            ourLog.clear();
            ours.add(LabLink.config(0, true, true, BfdTimers.FAST), ourLog);
            ourLog.await(SessionState.UP, UP_LIMIT);
        });
    }

    @Test
    void aDeviceThatIsMissingOrComesBackIsWaitedFor() throws Exception {
        inTime(() -> {
            BfdSession session = ours.add(LabLink.config(7, false, true, BfdTimers.FAST), ourLog);
            theirs.add(LabLink.config(7, false, false, BfdTimers.FAST), theirLog);
            assertTrue(
                    String.valueOf(session.status().error()).contains("eth7"),
                    session.status().error());
            link.addCable(7);
            ourLog.await(SessionState.UP, UP_LIMIT);
            assertEquals(null, session.status().error());
            int port = session.status().sourcePort();
            ourLog.clear();
            Interfaces.in(link.oursName).delete("eth7");
            ourLog.await(SessionState.DOWN, Duration.ofSeconds(5));
            link.addCable(7);
            ourLog.clear();
            ourLog.await(SessionState.UP, UP_LIMIT);
            assertEquals(port, session.status().sourcePort(), "the same for the session's life (RFC 5881 section 4)");
        });
    }

    @Test
    void wrongUseIsRefusedAndTheEndIsClean() throws Exception {
        inTime(() -> {
            BfdSession session = up(0, false);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> ours.add(LabLink.config(0, false, true, BfdTimers.FAST), ourLog),
                    "a second session");
            try (BfdEngine second = BfdEngine.start(link.ours, 0)) {
                assertFalse(second.isRealTime());
                LinuxException taken = assertThrows(
                        LinuxException.class, () -> second.add(LabLink.config(1, false, true, BfdTimers.FAST), ourLog));
                assertEquals("EADDRINUSE", taken.errnoName());
                // The other family's port is free.
                second.add(LabLink.config(1, true, true, BfdTimers.FAST), ourLog);
            }
            // A listener that fails, and one that uses and closes its session from the engine's thread.
            AtomicReference<SessionStatus> seen = new AtomicReference<>();
            BfdSession third = ours.add(LabLink.config(2, true, true, BfdTimers.FAST), (who, change) -> {
                if (change.to() == SessionState.UP) {
                    seen.set(who.status());
                    who.close();
                }
                throw new IllegalStateException("from the listener, on purpose");
            });
            theirs.add(LabLink.config(2, true, false, BfdTimers.FAST), theirLog);
            LabLink.until("closed by its listener", UP_LIMIT, () -> seen.get() != null);
            theirLog.await(SessionState.DOWN, UP_LIMIT);
            assertEquals(SessionState.ADMIN_DOWN, third.state());
            assertEquals(SessionState.UP, session.state());

            theirLog.clear();
            ours.close();
            ours.close();
            assertEquals(
                    Cause.PEER_ADMIN_DOWN,
                    theirLog.await(SessionState.DOWN, Duration.ofSeconds(1))
                            .change()
                            .cause());
            assertThrows(IllegalStateException.class, session::status);
            session.close();
            assertNotEquals(SessionState.UP, session.state());
        });
    }
}
