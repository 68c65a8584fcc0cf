package io.braid.bgp.session;

import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** A state machine with a clock of its own, brought to any state. */
final class FsmFixture {
    static final long OWN_AS = 65017;
    static final long PEER_AS = 65000;
    static final Open OWN = open(OWN_AS, 90, "192.0.2.1", CapabilityOffer.DEFAULT);
    static final Open PEER = open(PEER_AS, 90, "192.0.2.2", CapabilityOffer.DEFAULT);
    static final Notification SHUTDOWN = Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "night");

    /** Any origin will do, also one whose sums overflow. */
    long now = Long.MAX_VALUE - Duration.ofMinutes(10).toNanos();

    final IdleHold idleHold;
    final SessionFsm fsm;
    final Open own;

    FsmFixture(TimerConfig times, boolean passive, Open own) {
        var jitter = new Jitter(new Random(42));
        this.own = own;
        this.idleHold = new IdleHold(times, jitter);
        this.fsm = new SessionFsm(times, passive, () -> own, idleHold, jitter);
    }

    FsmFixture(TimerConfig times, boolean passive) {
        this(times, passive, OWN);
    }

    static Open open(long asn, int hold, String routerId, CapabilityOffer offer) {
        return new Open(asn, hold, IpAddress.parse(routerId), offer.toCapabilities(asn));
    }

    List<SessionAction> handle(SessionEvent event) {
        return fsm.handle(event, now);
    }

    /** Lets the clock run, and every timer that is due expire, in the order they are due. */
    void advance(Duration time) {
        long end = now + time.toNanos();
        while (true) {
            long next = fsm.timers().nanosToNext(now);
            if (next == TimerSet.NEVER || now + next - end > 0) {
                now = end;
                return;
            }
            now += next;
            for (SessionTimer timer : SessionTimer.values()) {
                if (fsm.timers().take(timer, now)) {
                    handle(new SessionEvent.TimerExpired(timer));
                }
            }
        }
    }

    /** Goes the shortest way from Idle to a state. */
    FsmFixture to(SessionState state) {
        if (state.compareTo(SessionState.CONNECT) >= 0) {
            handle(new SessionEvent.Start());
        }
        if (state == SessionState.ACTIVE && fsm.state() == SessionState.CONNECT) {
            handle(new SessionEvent.ConnectionFailed("refused"));
        }
        if (state.compareTo(SessionState.OPEN_SENT) >= 0) {
            handle(new SessionEvent.Connected());
        }
        if (state.compareTo(SessionState.OPEN_CONFIRM) >= 0) {
            handle(new SessionEvent.OpenReceived(PEER));
        }
        if (state == SessionState.ESTABLISHED) {
            handle(new SessionEvent.KeepaliveReceived());
        }
        if (fsm.state() != state) {
            throw new IllegalStateException("reached " + fsm.state() + " instead of " + state);
        }
        return this;
    }

    /** The event with that number in RFC 4271 section 8.1; 1, 3 to 7 differ in the configuration only. */
    static SessionEvent event(int number) {
        return switch (number) {
            case 1, 3, 4, 5, 6, 7 -> new SessionEvent.Start();
            case 2 -> new SessionEvent.Stop(true, SHUTDOWN);
            case 8 -> new SessionEvent.Stop(false, SHUTDOWN);
            case 9 -> new SessionEvent.TimerExpired(SessionTimer.CONNECT_RETRY);
            case 10 -> new SessionEvent.TimerExpired(SessionTimer.HOLD);
            case 11 -> new SessionEvent.TimerExpired(SessionTimer.KEEPALIVE);
            case 12 -> new SessionEvent.TimerExpired(SessionTimer.DELAY_OPEN);
            case 13 -> new SessionEvent.TimerExpired(SessionTimer.IDLE_HOLD);
            case 16, 17 -> new SessionEvent.Connected();
            case 18 -> new SessionEvent.ConnectionFailed("reset");
            case 19, 20 -> new SessionEvent.OpenReceived(PEER);
            case 21 -> malformed(ErrorReason.NOT_SYNCHRONIZED);
            case 22 -> malformed(ErrorReason.BAD_PEER_AS);
            case 23 -> new SessionEvent.CollisionLost();
            case 24 -> new SessionEvent.NotificationReceived(Notification.of(ErrorReason.UNSUPPORTED_VERSION));
            case 25 -> new SessionEvent.NotificationReceived(Notification.of(ErrorReason.ADMINISTRATIVE_RESET));
            case 26 -> new SessionEvent.KeepaliveReceived();
            case 27 ->
                new SessionEvent.UpdateReceived(new Update(List.of(), List.of(), PathAttributes.NONE), List.of());
            case 28 -> malformed(ErrorReason.MALFORMED_ATTRIBUTE_LIST);
            case 29 -> new SessionEvent.RefreshReceived(RouteRefresh.request(Family.IPV4_UNICAST));
            case 30 -> new SessionEvent.TimerExpired(SessionTimer.SEND_HOLD);
            default -> throw new IllegalArgumentException("event " + number);
        };
    }

    private static SessionEvent malformed(ErrorReason reason) {
        return new SessionEvent.Malformed(new SessionEvent.Violation(Notification.of(reason), "bad"));
    }

    /** What is to be done, in short words; changes of state left out. */
    static String text(List<SessionAction> actions) {
        var text = new StringJoiner(" ");
        for (SessionAction action : actions) {
            switch (action) {
                case SessionAction.Connect _ -> text.add("connect");
                case SessionAction.Disconnect d -> {
                    Notification last = d.notification();
                    text.add(last == null ? "drop" : "drop:" + last.code() + "/" + last.subcode());
                }
                case SessionAction.Transmit t -> text.add(t.message().type().name());
                case SessionAction.Agreed _ -> text.add("agreed");
                case SessionAction.Established _ -> text.add("up");
                case SessionAction.Ended e -> text.add("down:" + e.end().cause());
                case SessionAction.DeliverUpdate _ -> text.add("routes");
                case SessionAction.DeliverRefresh _ -> text.add("refresh");
                case SessionAction.Moved _ -> {}
            }
        }
        return text.toString();
    }
}
