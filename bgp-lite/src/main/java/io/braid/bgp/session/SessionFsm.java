package io.braid.bgp.session;

import io.braid.bgp.session.SessionEnd.Cause;
import io.braid.bgp.session.SessionEvent.CollisionLost;
import io.braid.bgp.session.SessionEvent.Connected;
import io.braid.bgp.session.SessionEvent.ConnectionFailed;
import io.braid.bgp.session.SessionEvent.KeepaliveReceived;
import io.braid.bgp.session.SessionEvent.Malformed;
import io.braid.bgp.session.SessionEvent.NotificationReceived;
import io.braid.bgp.session.SessionEvent.OpenReceived;
import io.braid.bgp.session.SessionEvent.RefreshReceived;
import io.braid.bgp.session.SessionEvent.Start;
import io.braid.bgp.session.SessionEvent.Stop;
import io.braid.bgp.session.SessionEvent.TimerExpired;
import io.braid.bgp.session.SessionEvent.UpdateReceived;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of one connection with a peer (RFC 4271 section 8.2.2) without any input or output: {@link #handle}
 * takes an event and the time and returns what is to be done.
 *
 * <p>It differs from the letter of the RFC in four places, all of which other speakers share:
 * <ul>
 *   <li>an attempt to connect that fails leads from Connect to Active instead of Idle, so that the peer can still come;
 *   <li>a passive session never starts to connect, also not after ConnectRetryTime;
 *   <li>a NOTIFICATION that comes before Established is never answered with one (section 6.4);
 *   <li>errors before the own OPEN was sent end the connection without NOTIFICATION (SendNOTIFICATIONwithoutOPEN is off).
 * </ul>
 *
 * <p>For one thread.
 */
final class SessionFsm {
    private final SessionCore core;

    /**
     * @param passive never connect
     * @param ownOpen makes the OPEN of each connection
     * @param idleHold the pauses after failures
     */
    SessionFsm(TimerConfig times, boolean passive, Supplier<Open> ownOpen, IdleHold idleHold, Jitter jitter) {
        this.core = new SessionCore(times, passive, ownOpen, idleHold, jitter);
    }

    SessionState state() {
        return core.state();
    }

    TimerSet timers() {
        return core.timers;
    }

    /** What was agreed on; null before OPEN_CONFIRM. */
    @Nullable
    SessionInfo info() {
        return core.info();
    }

    /** The OPEN that was sent on this connection; null before OPEN_SENT. */
    @Nullable
    Open sentOpen() {
        return core.sentOpen();
    }

    /** Makes ready for a connection that the peer has made already; to be told of by {@link Connected}. */
    List<SessionAction> expectConnection(long time) {
        core.at(time);
        core.timers.stopAll();
        core.move(SessionState.ACTIVE, "the peer connected");
        return core.actions();
    }

    /** Deals with an event; the actions are to be done in order before the next event. */
    List<SessionAction> handle(SessionEvent event, long time) {
        core.at(time);
        switch (core.state()) {
            case IDLE -> idle(event);
            case CONNECT, ACTIVE -> beforeOpen(event);
            case OPEN_SENT -> openSent(event);
            case OPEN_CONFIRM -> openConfirm(event);
            case ESTABLISHED -> established(event);
        }
        return core.actions();
    }

    private void idle(SessionEvent event) {
        switch (event) {
            case Start _ -> {
                core.idleHold.forgive();
                core.begin("started");
            }
            case TimerExpired(SessionTimer timer) when timer == SessionTimer.IDLE_HOLD -> core.begin("pause is over");
            case Stop stop when stop.manual() -> core.timers.stopAll();
            // RFC 4271: any other event in Idle changes nothing. Above all not an automatic stop: it may come when the
            // session has failed already, and it has to come back after its pause.
            default -> {}
        }
    }

    /** Connect and Active, which differ in what a failed connection means only. */
    private void beforeOpen(SessionEvent event) {
        boolean delaying = core.timers.isRunning(SessionTimer.DELAY_OPEN);
        switch (event) {
            case Start _ -> {}
            case Stop stop -> core.stop(stop, null);
            case TimerExpired(SessionTimer timer)
            when timer == SessionTimer.CONNECT_RETRY -> {
                core.timers.stop(SessionTimer.DELAY_OPEN);
                core.act(new SessionAction.Disconnect(null, true));
                core.connect("next attempt");
            }
            case TimerExpired(SessionTimer timer)
            when timer == SessionTimer.DELAY_OPEN -> {
                core.sendOpen();
                core.awaitOpen("OPEN was delayed long enough");
            }
            case Connected _ -> connected();
            case ConnectionFailed(String why) -> connectionFailedBeforeOpen(why, delaying);
            case OpenReceived(Open open)
            when delaying -> {
                core.sendOpen();
                core.confirm(open);
            }
            case NotificationReceived(Notification n)
            when delaying && isVersionError(n) ->
                core.end(Cause.PEER_NOTIFIED, null, n, "peer: " + NotificationText.of(n), false);
            case NotificationReceived(Notification n) ->
                core.fail(Cause.PEER_NOTIFIED, null, n, "peer: " + NotificationText.of(n));
            case Malformed(var violation) -> core.fail(Cause.PROTOCOL_ERROR, null, null, violation.detail());
            default -> core.fail(Cause.PROTOCOL_ERROR, null, null, "unexpected " + name(event));
        }
    }

    private void connected() {
        core.timers.stop(SessionTimer.CONNECT_RETRY);
        if (core.times.delayOpen().isZero()) {
            core.sendOpen();
            core.awaitOpen("connected");
        } else {
            core.timers.start(
                    SessionTimer.DELAY_OPEN, core.now(), core.times.delayOpen().toNanos());
        }
    }

    private void connectionFailedBeforeOpen(String why, boolean delaying) {
        if (core.state() == SessionState.CONNECT) {
            core.timers.stop(SessionTimer.DELAY_OPEN);
            core.act(new SessionAction.Disconnect(null, true));
            if (delaying || !core.timers.isRunning(SessionTimer.CONNECT_RETRY)) {
                core.startConnectRetry();
            }
            core.move(SessionState.ACTIVE, why);
        } else {
            core.fail(Cause.CONNECTION_LOST, null, null, why);
        }
    }

    private void openSent(SessionEvent event) {
        switch (event) {
            case OpenReceived(Open open) -> core.confirm(open);
            case ConnectionFailed(String why) -> {
                core.timers.stop(SessionTimer.HOLD);
                core.act(new SessionAction.Disconnect(null, true));
                core.forgetOpen();
                core.startConnectRetry();
                core.move(SessionState.ACTIVE, why);
            }
            default -> afterOpenSent(event, ErrorReason.UNEXPECTED_IN_OPEN_SENT);
        }
    }

    private void openConfirm(SessionEvent event) {
        switch (event) {
            case KeepaliveReceived _ -> {
                core.restartHold();
                core.idleHold.established(core.now());
                core.move(SessionState.ESTABLISHED, "peer confirmed");
                core.act(new SessionAction.Established(core.agreed()));
            }
            default -> afterOpenSent(event, ErrorReason.UNEXPECTED_IN_OPEN_CONFIRM);
        }
    }

    private void established(SessionEvent event) {
        switch (event) {
            case KeepaliveReceived _ -> core.restartHold();
            case UpdateReceived(var update, var faults) -> {
                core.restartHold();
                core.act(new SessionAction.DeliverUpdate(update, faults));
            }
            case RefreshReceived(var refresh) -> {
                core.restartHold();
                core.act(new SessionAction.DeliverRefresh(refresh));
            }
            case Malformed(var v)
            when v.notification().code() == ErrorReason.OPEN_UNSPECIFIC.code() ->
                core.fail(ErrorReason.UNEXPECTED_IN_ESTABLISHED, v.detail());
            default -> afterOpenSent(event, ErrorReason.UNEXPECTED_IN_ESTABLISHED);
        }
    }

    /** What OpenSent, OpenConfirm and Established have in common. */
    private void afterOpenSent(SessionEvent event, ErrorReason unexpected) {
        switch (event) {
            case Start _, Connected _ -> {} // a second connection has a machine of its own
            case Stop stop -> core.stop(stop, stop.cease());
            case TimerExpired(SessionTimer timer)
            when timer == SessionTimer.KEEPALIVE && core.state() == SessionState.OPEN_SENT ->
                core.fail(unexpected, "unexpected timer " + timer);
            case TimerExpired(SessionTimer timer) -> timerAfterOpenSent(timer, unexpected);
            case ConnectionFailed(String why) -> core.fail(Cause.CONNECTION_LOST, null, null, why);
            case Malformed(var v)
            when v.notification().code() == ErrorReason.UPDATE_UNSPECIFIC.code()
                    && core.state() != SessionState.ESTABLISHED -> core.fail(unexpected, v.detail());
            case Malformed(var v) -> core.fail(Cause.PROTOCOL_ERROR, v.notification(), null, v.detail());
            case CollisionLost _ ->
                core.fail(
                        Cause.REPLACED,
                        Notification.of(ErrorReason.CONNECTION_COLLISION),
                        null,
                        "another connection with the peer stays");
            case NotificationReceived(Notification n)
            when isVersionError(n) && core.state() != SessionState.ESTABLISHED ->
                core.end(Cause.PEER_NOTIFIED, null, n, "peer: " + NotificationText.of(n), false);
            case NotificationReceived(Notification n) ->
                core.fail(Cause.PEER_NOTIFIED, null, n, "peer: " + NotificationText.of(n));
            default -> core.fail(unexpected, "unexpected " + name(event));
        }
    }

    private void timerAfterOpenSent(SessionTimer timer, ErrorReason unexpected) {
        switch (timer) {
            case HOLD ->
                core.fail(
                        Cause.HOLD_EXPIRED,
                        Notification.of(ErrorReason.HOLD_TIMER_EXPIRED),
                        null,
                        "nothing came from the peer for the hold time");
            case KEEPALIVE -> {
                core.act(new SessionAction.Transmit(new Keepalive()));
                core.startKeepalive();
            }
            case SEND_HOLD -> {
                // What waits in the connection can never be sent, so neither can a NOTIFICATION.
                core.act(new SessionAction.Disconnect(null, true));
                core.fail(Cause.SEND_HOLD_EXPIRED, null, null, "the peer took nothing for the send hold time");
            }
            case CONNECT_RETRY, DELAY_OPEN, IDLE_HOLD -> core.fail(unexpected, "unexpected timer " + timer);
        }
    }

    private static boolean isVersionError(Notification notification) {
        return notification.code() == ErrorReason.UNSUPPORTED_VERSION.code()
                && notification.subcode() == ErrorReason.UNSUPPORTED_VERSION.subcode();
    }

    private static String name(SessionEvent event) {
        return event.getClass().getSimpleName();
    }
}
