package io.braid.bgp.session;

import io.braid.bgp.session.SessionEnd.Cause;
import io.braid.bgp.session.SessionEvent.Stop;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a session's machine knows and the steps it is made of; {@link SessionFsm} says when each is taken. For one
 * thread.
 */
final class SessionCore {
    final TimerConfig times;
    final boolean passive;
    final IdleHold idleHold;
    final TimerSet timers = new TimerSet();

    private final Supplier<Open> ownOpen;
    private final Jitter jitter;
    private SessionState state = SessionState.IDLE;
    private @Nullable Open sentOpen;
    private @Nullable SessionInfo info;
    private List<SessionAction> actions = new ArrayList<>();
    private long now;

    SessionCore(TimerConfig times, boolean passive, Supplier<Open> ownOpen, IdleHold idleHold, Jitter jitter) {
        this.times = times;
        this.passive = passive;
        this.ownOpen = ownOpen;
        this.idleHold = idleHold;
        this.jitter = jitter;
    }

    SessionState state() {
        return state;
    }

    @Nullable
    SessionInfo info() {
        return info;
    }

    @Nullable
    Open sentOpen() {
        return sentOpen;
    }

    long now() {
        return now;
    }

    /** Begins to deal with an event. */
    void at(long time) {
        now = time;
        actions = new ArrayList<>(4);
    }

    /** Adds what is to be done. */
    void act(SessionAction action) {
        actions.add(action);
    }

    /** What is to be done since {@link #at}. */
    List<SessionAction> actions() {
        return actions;
    }

    /** The own OPEN went with a connection that is gone. */
    void forgetOpen() {
        sentOpen = null;
    }

    void begin(String reason) {
        timers.stopAll();
        if (passive) {
            move(SessionState.ACTIVE, reason);
        } else {
            connect(reason);
        }
    }

    void connect(String reason) {
        timers.start(
                SessionTimer.CONNECT_RETRY,
                now,
                jitter.apply(times.connectRetry().toNanos()));
        move(SessionState.CONNECT, reason);
        act(new SessionAction.Connect());
    }

    void sendOpen() {
        Open open = ownOpen.get();
        sentOpen = open;
        act(new SessionAction.Transmit(open));
    }

    void awaitOpen(String reason) {
        timers.stopAll();
        timers.start(SessionTimer.HOLD, now, times.openHold().toNanos());
        move(SessionState.OPEN_SENT, reason);
    }

    void confirm(Open open) {
        timers.stopAll();
        Open sent = sentOpen;
        if (sent == null) {
            throw new IllegalStateException("OPEN is answered before the own one was sent");
        }
        SessionInfo both = SessionInfo.of(sent, open, times);
        info = both;
        act(new SessionAction.Agreed(both));
        act(new SessionAction.Transmit(new Keepalive()));
        startKeepalive();
        restartHold();
        move(SessionState.OPEN_CONFIRM, "OPEN of AS " + open.asn() + " router " + open.routerId());
    }

    void restartHold() {
        int seconds = agreed().holdSeconds();
        if (seconds > 0) {
            timers.start(SessionTimer.HOLD, now, seconds * 1_000_000_000L);
        }
    }

    void startKeepalive() {
        long nanos = agreed().keepalive().toNanos();
        if (nanos > 0) {
            timers.start(SessionTimer.KEEPALIVE, now, jitter.apply(nanos));
        }
    }

    void startConnectRetry() {
        if (!passive) {
            timers.start(
                    SessionTimer.CONNECT_RETRY,
                    now,
                    jitter.apply(times.connectRetry().toNanos()));
        }
    }

    SessionInfo agreed() {
        SessionInfo known = info;
        if (known == null) {
            throw new IllegalStateException(state + " without the peer's OPEN");
        }
        return known;
    }

    void stop(Stop stop, @Nullable Notification told) {
        String reason = told == null ? "stopped" : "stopped: " + NotificationText.of(told);
        if (stop.manual()) {
            idleHold.forgive();
            toIdle(Cause.STOPPED, told, null, reason);
        } else {
            fail(Cause.STOPPED, told, null, reason);
        }
    }

    void fail(ErrorReason unexpected, String detail) {
        fail(Cause.PROTOCOL_ERROR, Notification.of(unexpected), null, detail);
    }

    void fail(Cause cause, @Nullable Notification sent, @Nullable Notification received, String detail) {
        end(cause, sent, received, detail, true);
    }

    /** To Idle, and back after a pause. */
    void end(
            Cause cause, @Nullable Notification sent, @Nullable Notification received, String detail, boolean counted) {
        toIdle(cause, sent, received, detail);
        timers.start(SessionTimer.IDLE_HOLD, now, counted ? idleHold.failed(now) : idleHold.ended());
    }

    void toIdle(Cause cause, @Nullable Notification sent, @Nullable Notification received, String detail) {
        timers.stopAll();
        boolean wasUp = state == SessionState.ESTABLISHED;
        SessionEnd end = SessionEnd.of(cause, sent, received, detail, info);
        act(new SessionAction.Disconnect(sent, false));
        move(SessionState.IDLE, detail);
        sentOpen = null;
        info = null;
        if (wasUp) {
            act(new SessionAction.Ended(end));
        }
    }

    void move(SessionState to, String reason) {
        if (to != state) {
            act(new SessionAction.Moved(state, to, reason));
            state = to;
        }
    }
}
