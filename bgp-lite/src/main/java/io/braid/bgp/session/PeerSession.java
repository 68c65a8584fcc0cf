package io.braid.bgp.session;

import io.braid.bgp.session.PeerCounters.Event;
import io.braid.bgp.session.SessionEvent.Violation;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import io.braid.linux.TcpSocket;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that goes on with one peer: the connection that counts, a second one while two are there, and who is told. For the
 * speaker's thread.
 */
final class PeerSession {
    private static final Logger LOG = System.getLogger(PeerSession.class.getName());

    private final SpeakerConfig speaker;
    private final SpeakerIo io;
    private final Peer peer;
    private final PeerListener listener;
    private final MessageSource source;
    private final PeerKey key;
    private Track main;
    private @Nullable Track second;
    private boolean started;
    private boolean sourceDry;

    PeerSession(SpeakerConfig speaker, SpeakerIo io, Peer peer, PeerListener listener, MessageSource source) {
        this.speaker = speaker;
        this.io = io;
        this.peer = peer;
        this.listener = listener;
        this.source = source;
        this.key = new PeerKey(peer);
        this.main = new Track(this, io);
    }

    Peer peer() {
        return peer;
    }

    PeerConfig config() {
        return peer.config();
    }

    PeerCounters counters() {
        return peer.counters();
    }

    PeerKey key() {
        return key;
    }

    void start() {
        started = true;
        main.handle(new SessionEvent.Start());
    }

    void stop(boolean manual, @Nullable Notification cease, boolean hard) {
        SessionInfo info = main.info();
        // Who did not set the N bit would not understand a hard reset, and needs none (RFC 8538 section 3).
        boolean wrap = hard && cease != null && info != null && info.keepsRoutesOverNotification();
        var stop = new SessionEvent.Stop(manual, wrap && cease != null ? cease.asHardReset() : cease);
        started &= !manual;
        if (second != null) {
            second.handle(stop);
        }
        main.handle(stop);
    }

    void messagesReady() {
        sourceDry = false;
        main.write();
    }

    /** Reads the password file; returns whether there is another key now. */
    boolean refreshKey() {
        return key.refresh();
    }

    /** Ends what was signed with the key before. */
    void keyChanged() {
        if (main.state().compareTo(SessionState.ACTIVE) > 0) {
            counters().add(Event.KEY_CHANGES);
            stop(false, Notification.of(ErrorReason.OTHER_CONFIGURATION_CHANGE), false);
        }
    }

    /** Takes or refuses a connection that the peer made. */
    void accept(TcpSocket socket) {
        if (!started || !key.isReadable() || !takes(socket)) {
            counters().add(Event.REFUSED);
            socket.reset();
            return;
        }
        counters().add(Event.ACCEPTED);
    }

    private boolean takes(TcpSocket socket) {
        if (main.state() == SessionState.IDLE) {
            return false; // RFC 4271 section 8.2.2: connections are refused in Idle
        }
        if (main.state() == SessionState.ACTIVE && !main.hasWire()) {
            socket.apply(config().transport().toOptions());
            main.adopt(socket);
            return true;
        }
        Track other = second;
        if (other != null) {
            if (other.state().compareTo(SessionState.OPEN_SENT) > 0) {
                return false;
            }
            other.abandon(); // the peer would not come again if it still had that one
        }
        counters().add(Event.COLLISIONS);
        socket.apply(config().transport().toOptions());
        Track taken = new Track(this, io);
        second = taken;
        taken.adoptAsSecond(socket);
        return true;
    }

    /** Starts a connection to the peer. */
    TcpSocket connect() throws KeyUnavailableException {
        counters().add(Event.CONNECT_ATTEMPTS);
        byte[] bytes = key.current();
        PeerConfig config = config();
        var local = config.transport().localAddress();
        TcpSocket socket = TcpSocket.connect(
                null,
                new InetSocketAddress(config.address(), config.port()),
                local == null ? null : new InetSocketAddress(local, 0),
                config.transport().toOptions(),
                bytes);
        key.installed(null);
        return socket;
    }

    void connectFailed(Exception e) {
        counters().add(Event.CONNECT_FAILURES);
        LOG.log(Level.DEBUG, () -> "BGP peer " + peer + ": " + e.getMessage());
        if (key.isDemanded() && String.valueOf(e.getMessage()).contains("TCP_MD5SIG")) {
            key.installed(e.getMessage());
        }
    }

    Open ownOpen() {
        PeerConfig config = config();
        return new Open(
                speaker.asn(),
                config.timers().holdSeconds(),
                speaker.routerId(),
                config.offer().toCapabilities(speaker.asn()));
    }

    /** Checks a peer's OPEN and which connection stays, before the machine learns of it. */
    void openReceived(Track track, Open open) {
        boolean early = track.state().compareTo(SessionState.OPEN_SENT) <= 0;
        Open local = track.localOpen();
        Violation violation = OpenCheck.check(config(), local, open);
        if (early && violation != null) {
            track.malformed(violation);
            return;
        }
        Track other = track == main ? second : main;
        if (early && other != null) {
            switch (Collision.decide(local, open, track.incoming(), other.state(), other.incoming(), other.info())) {
                case CLOSE_NEW -> {
                    track.handle(new SessionEvent.CollisionLost());
                    return;
                }
                case CLOSE_OTHER -> other.handle(new SessionEvent.CollisionLost());
                case WAIT -> {}
            }
        }
        track.handle(new SessionEvent.OpenReceived(open));
    }

    /** Sees to it that the connection that counts is the one that has come further. */
    void settle() {
        Track other = second;
        if (other == null) {
            return;
        }
        if (other.state() == SessionState.IDLE) {
            second = null;
            other.abandon();
        } else if (main.state() == SessionState.IDLE && other.state().compareTo(SessionState.OPEN_CONFIRM) >= 0) {
            promote(other);
        }
    }

    private void promote(Track track) {
        Track old = main;
        second = null;
        main = track;
        track.takeOver(old);
        note(old.state(), track.state(), "the other connection with the peer stays");
        if (old.state().compareTo(SessionState.OPEN_SENT) >= 0) {
            old.handle(new SessionEvent.CollisionLost());
        }
        old.abandon();
    }

    void moved(Track track, SessionAction.Moved moved) {
        if (track == main) {
            note(moved.from(), moved.to(), moved.reason());
        } else {
            LOG.log(Level.DEBUG, () -> "BGP peer " + peer + ", second connection: " + moved);
        }
    }

    private void note(SessionState from, SessionState to, String reason) {
        var change = new StateChange(Instant.now(), from, to, reason, 1);
        peer.moved(change);
        boolean common = to == SessionState.CONNECT || to == SessionState.ACTIVE;
        LOG.log(
                common ? Level.DEBUG : Level.INFO,
                () -> "BGP peer " + peer + ": " + from + " -> " + to + ", " + reason);
        if (speaker.tap() != null) {
            speaker.tap().stateChanged(peer, change);
        }
    }

    void established(Track track, SessionInfo info) {
        if (track != main) {
            promote(track);
        }
        counters().add(Event.ESTABLISHED);
        sourceDry = false;
        peer.info(info);
        listener.established(peer, info);
    }

    void ended(SessionEnd end) {
        counters().add(Event.DOWN);
        switch (end.cause()) {
            case HOLD_EXPIRED -> counters().add(Event.HOLD_EXPIRED);
            case SEND_HOLD_EXPIRED -> counters().add(Event.SEND_HOLD_EXPIRED);
            default -> {}
        }
        peer.info(null);
        listener.down(peer, end);
    }

    void deliver(Update update, List<BgpError> faults) {
        counters().add(Event.MENDED_FAULTS, faults.size());
        listener.update(peer, update, faults);
    }

    void deliver(RouteRefresh refresh) {
        listener.routeRefresh(peer, refresh);
    }

    void familyDisabled(Family family, BgpError why) {
        listener.familyDisabled(peer, family, why);
    }

    @Nullable
    Message nextMessage() {
        Message message = sourceDry ? null : source.next(peer);
        sourceDry = message == null;
        return message;
    }

    void seenReceived(MessageType type, byte[] buffer, int offset, int length) {
        counters().countReceived(type, length);
        if (speaker.tap() != null) {
            speaker.tap().message(peer, SessionTap.Direction.RECEIVED, buffer, offset, length);
        }
    }

    void seenSent(MessageType type, byte[] message) {
        counters().countSent(type, message.length);
        if (speaker.tap() != null) {
            speaker.tap().message(peer, SessionTap.Direction.SENT, message, 0, message.length);
        }
    }

    long nanosToNext(long now) {
        long own = main.nanosToNext(now);
        return second == null ? own : Math.min(own, second.nanosToNext(now));
    }

    void runTimers(long now) {
        main.runTimers(now);
        if (second != null) {
            second.runTimers(now);
        }
        peer.queuedBytes(main.queuedBytes());
    }

    /** Drops all connections without a word. */
    void abandon() {
        main.abandon();
        if (second != null) {
            second.abandon();
        }
    }

    /** Ends the session after the listener or the source has thrown. */
    void callbackFailed(RuntimeException e) {
        counters().add(Event.CALLBACK_FAILURES);
        LOG.log(Level.ERROR, "BGP peer " + peer + ": the session ends because a callback failed", e);
        stop(false, Notification.of(ErrorReason.CEASE_UNSPECIFIC), false);
    }
}
