package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Notification;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, pauses and ends of the state machine. */
final class SessionFsmTest {
    private static FsmFixture agreed(int ownHold, int peerHold) {
        TimerConfig times = TimerConfig.DEFAULT.withHoldSeconds(ownHold);
        var own = FsmFixture.open(FsmFixture.OWN_AS, ownHold, "192.0.2.1", CapabilityOffer.DEFAULT);
        FsmFixture f = new FsmFixture(times, false, own).to(SessionState.OPEN_SENT);
        f.handle(new SessionEvent.OpenReceived(
                FsmFixture.open(FsmFixture.PEER_AS, peerHold, "192.0.2.2", CapabilityOffer.DEFAULT)));
        f.handle(new SessionEvent.KeepaliveReceived());
        assertEquals(SessionState.ESTABLISHED, f.fsm.state());
        return f;
    }

    @ParameterizedTest
    @CsvSource({"90,90,90", "90,3,3", "3,90,3", "65535,65535,65535", "3,3,3", "180,65535,180"})
    void theSmallerHoldTimeHoldsAndAThirdOfItPassesBetweenKeepalives(int own, int peer, int agreed) {
        FsmFixture f = agreed(own, peer);
        assertEquals(agreed * 1_000_000_000L, f.fsm.timers().nanosTo(SessionTimer.HOLD, f.now));
        long keepalive = f.fsm.timers().nanosTo(SessionTimer.KEEPALIVE, f.now);
        long third = agreed * 1_000_000_000L / 3;
        assertTrue(keepalive <= third && keepalive >= third * 3 / 4, keepalive + " of " + third);
        f.advance(Duration.ofSeconds(agreed).minusNanos(1));
        assertEquals(SessionState.ESTABLISHED, f.fsm.state());
        f.advance(Duration.ofNanos(1));
        assertEquals(SessionState.IDLE, f.fsm.state());
    }

    @ParameterizedTest
    @CsvSource({"0,90", "90,0", "0,0"})
    void noHoldTimeMeansNeitherHoldNorKeepalive(int own, int peer) {
        FsmFixture f = agreed(own, peer);
        assertEquals(TimerSet.NEVER, f.fsm.timers().nanosToNext(f.now));
        f.advance(Duration.ofDays(1));
        f.handle(new SessionEvent.KeepaliveReceived());
        assertEquals(TimerSet.NEVER, f.fsm.timers().nanosToNext(f.now));
        assertEquals(SessionState.ESTABLISHED, f.fsm.state());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 2, 65536})
    void holdTimesThatNoPeerAcceptsAreRefused(int seconds) {
        assertThrows(IllegalArgumentException.class, () -> TimerConfig.DEFAULT.withHoldSeconds(seconds));
    }

    @Test
    void everyMessageOfThePeerExtendsTheHoldTime() {
        FsmFixture f = agreed(3, 3);
        for (int event : new int[] {26, 27, 29}) {
            f.advance(Duration.ofMillis(2900));
            f.handle(FsmFixture.event(event));
        }
        f.advance(Duration.ofMillis(2900));
        assertEquals(SessionState.ESTABLISHED, f.fsm.state());
    }

    @Test
    void aConfiguredKeepaliveIsKeptUnlessItIsTooLong() {
        TimerConfig times = TimerConfig.DEFAULT.withKeepalive(Duration.ofSeconds(2));
        assertEquals(Duration.ofSeconds(2), times.keepaliveFor(90));
        assertEquals(Duration.ofSeconds(1), times.keepaliveFor(3));
        assertEquals(Duration.ZERO, times.keepaliveFor(0));
        assertEquals(Duration.ofMinutes(8), times.sendHoldFor(90), "RFC 9687 section 3.2");
        assertEquals(Duration.ofMinutes(10), times.sendHoldFor(300));
        assertEquals(
                Duration.ofSeconds(7), times.withSendHold(Duration.ofSeconds(7)).sendHoldFor(300));
    }

    @Test
    void attemptsToConnectAreRepeatedForEver() {
        FsmFixture f = new FsmFixture(TimerConfig.DEFAULT, false).to(SessionState.ACTIVE);
        for (int i = 0; i < 100; i++) {
            f.advance(Duration.ofSeconds(5));
            assertEquals(SessionState.CONNECT, f.fsm.state(), "attempt " + i);
            f.handle(new SessionEvent.ConnectionFailed("refused"));
            assertEquals(SessionState.ACTIVE, f.fsm.state());
        }
        assertEquals(0, f.idleHold.failures(), "an absent peer earns no pauses");
    }

    @Test
    void aPassiveSessionNeverConnects() {
        FsmFixture f = new FsmFixture(TimerConfig.DEFAULT, true).to(SessionState.ACTIVE);
        f.advance(Duration.ofDays(1));
        assertEquals(SessionState.ACTIVE, f.fsm.state());
        f.handle(new SessionEvent.Connected());
        f.handle(new SessionEvent.ConnectionFailed("reset"));
        assertEquals(SessionState.ACTIVE, f.fsm.state());
        f.advance(Duration.ofDays(1));
        assertEquals(SessionState.ACTIVE, f.fsm.state());
    }

    @Test
    void aConnectionWithoutOpenEnds() {
        FsmFixture f = new FsmFixture(TimerConfig.DEFAULT, false).to(SessionState.OPEN_SENT);
        f.advance(Duration.ofMinutes(4).minusNanos(1));
        assertEquals(SessionState.OPEN_SENT, f.fsm.state());
        f.now += 1;
        assertTrue(f.fsm.timers().take(SessionTimer.HOLD, f.now));
        assertEquals("drop:4/0", FsmFixture.text(f.handle(FsmFixture.event(10))));
    }

    @Test
    void pausesDoubleUpToALimitAndALongSessionForgives() {
        TimerConfig times = TimerConfig.DEFAULT.withIdleHold(Duration.ofSeconds(1), Duration.ofSeconds(60));
        var hold = new IdleHold(times, new Jitter(new Random(7)));
        long now = 0;
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
            long pause = hold.failed(now);
            assertTrue(pause <= seconds * 1_000_000_000L && pause >= seconds * 750_000_000L, pause + " of " + seconds);
        }
        for (int i = 0; i < 100; i++) {
            assertTrue(hold.failed(now) >= 45_000_000_000L, "never short again by overflow");
        }
        hold.established(now);
        now += Duration.ofSeconds(59).toNanos();
        assertTrue(hold.failed(now) >= 45_000_000_000L, "a session of 59 s is no long one");
        hold.established(now);
        now += Duration.ofSeconds(60).toNanos();
        assertTrue(hold.failed(now) <= 1_000_000_000L);
        hold.failed(now);
        hold.forgive();
        assertTrue(hold.failed(now) <= 1_000_000_000L);
    }

    @Test
    void jitterIsThreeQuartersToAll() {
        var jitter = new Jitter(new Random(3));
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 10_000; i++) {
            long value = jitter.apply(1_000_000);
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        assertTrue(least >= 750_000 && least < 755_000, least + "");
        assertTrue(most <= 1_000_000 && most > 995_000, most + "");
    }

    @Test
    void anOperatorsStopStaysAndAStartForgives() {
        FsmFixture f = new FsmFixture(TimerConfig.DEFAULT, false).to(SessionState.ESTABLISHED);
        f.handle(FsmFixture.event(25));
        assertEquals(1, f.idleHold.failures());
        f.handle(FsmFixture.event(2)); // in Idle, during the pause
        f.advance(Duration.ofDays(1));
        assertEquals(SessionState.IDLE, f.fsm.state());
        f.handle(FsmFixture.event(1));
        assertEquals(SessionState.CONNECT, f.fsm.state());
        assertEquals(0, f.idleHold.failures());
    }

    /** Such as a second message beyond the limit of routes: the first one has ended the session already. */
    @Test
    void anAutomaticStopDuringThePauseDoesNotEndIt() {
        FsmFixture f = new FsmFixture(TimerConfig.DEFAULT, false).to(SessionState.ESTABLISHED);
        f.handle(FsmFixture.event(8));
        assertEquals(SessionState.IDLE, f.fsm.state());
        f.handle(FsmFixture.event(8));
        f.advance(TimerConfig.DEFAULT.idleHoldMost());
        assertEquals(SessionState.CONNECT, f.fsm.state());
    }

    private static CapabilityOffer restart(boolean notification) {
        return CapabilityOffer.DEFAULT.withGracefulRestart(new CapabilityOffer.GracefulRestart(
                Duration.ofMinutes(2), notification, Set.of(Family.IPV4_UNICAST), RestartState.NONE));
    }

    /** RFC 4724 section 4.2 and RFC 8538 section 3: which ends let the peer's routes stay. */
    @ParameterizedTest
    @CsvSource({
        // own offer, peer's offer, event, stays
        "gr, gr, 18, true",
        "gr, none, 18, false",
        "none, gr, 18, false",
        "gr, gr, 25, false",
        "gr, gr, 10, false",
        "n, n, 18, true",
        "n, n, 25, true",
        "n, gr, 25, false",
        "n, n, 10, true",
        "n, n, 30, true",
        "n, n, 8, true",
        "n, n, 28, true",
        "gr, gr, 28, false",
    })
    void endsThatLetRoutesStay(String own, String peer, int event, boolean stays) {
        FsmFixture f = new FsmFixture(
                        TimerConfig.DEFAULT, false, FsmFixture.open(FsmFixture.OWN_AS, 90, "192.0.2.1", offer(own)))
                .to(SessionState.OPEN_SENT);
        f.handle(new SessionEvent.OpenReceived(FsmFixture.open(FsmFixture.PEER_AS, 90, "192.0.2.2", offer(peer))));
        f.handle(new SessionEvent.KeepaliveReceived());
        assertEquals(stays, end(f.handle(FsmFixture.event(event))).peerRoutesMayStay());
    }

    private static CapabilityOffer offer(String name) {
        return switch (name) {
            case "gr" -> restart(false);
            case "n" -> restart(true);
            default -> CapabilityOffer.DEFAULT;
        };
    }

    @Test
    void aHardResetLetsNothingStay() {
        FsmFixture f = new FsmFixture(
                        TimerConfig.DEFAULT, false, FsmFixture.open(FsmFixture.OWN_AS, 90, "192.0.2.1", restart(true)))
                .to(SessionState.OPEN_SENT);
        f.handle(new SessionEvent.OpenReceived(FsmFixture.open(FsmFixture.PEER_AS, 90, "192.0.2.2", restart(true))));
        f.handle(new SessionEvent.KeepaliveReceived());
        Notification hard = Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "moved away")
                .asHardReset();
        SessionEnd end = end(f.handle(new SessionEvent.NotificationReceived(hard)));
        assertFalse(end.peerRoutesMayStay());
        assertEquals("peer: ADMINISTRATIVE_SHUTDOWN (6/2), hard reset: \"moved away\"", end.detail());
    }

    private static SessionEnd end(List<SessionAction> actions) {
        return actions.stream()
                .filter(SessionAction.Ended.class::isInstance)
                .map(a -> ((SessionAction.Ended) a).end())
                .findFirst()
                .orElseThrow();
    }
}
