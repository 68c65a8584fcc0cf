package io.braid.bgp.session;

import io.braid.bgp.session.PeerCounters.Event;
import io.braid.bgp.session.SessionEvent.Violation;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import io.braid.linux.LinuxException;
import io.braid.linux.TcpSocket;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
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
    private final PeerCallbacks callbacks;
    private final PeerKey key;
    private Track main;
    private @Nullable Track second;
    private boolean afterEstablished;
    private boolean started;

    PeerSession(SpeakerConfig speaker, SpeakerIo io, Peer peer, PeerListener listener, MessageSource source) {
        this.speaker = speaker;
        this.io = io;
        this.peer = peer;
        this.callbacks = new PeerCallbacks(peer, listener, source, speaker.tap());
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

    PeerCallbacks callbacks() {
        return callbacks;
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
        callbacks.messagesReady();
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
        if (isWanted() && prepare(socket)) {
            counters().add(Event.ACCEPTED);
            adopt(socket);
        } else {
            counters().add(Event.REFUSED);
            socket.reset();
        }
    }

    private boolean isWanted() {
        // RFC 4271 section 8.2.2: connections are refused in Idle.
        boolean idle = !started || main.state() == SessionState.IDLE;
        Track other = second;
        boolean full = other != null && other.state().compareTo(SessionState.OPEN_SENT) > 0;
        return !idle && !full && key.isReadable();
    }

    /** Sets the peer's own options, which the listening socket does not have. */
    private boolean prepare(TcpSocket socket) {
        try {
            socket.apply(config().transport().toOptions());
            return true;
        } catch (LinuxException e) {
            LOG.log(Level.WARNING, "BGP peer {0}: its connection is refused: {1}", peer, e.getMessage());
            return false;
        }
    }

    private void adopt(TcpSocket socket) {
        if (main.state() == SessionState.ACTIVE && !main.hasWire()) {
            main.adopt(socket);
            return;
        }
        if (second != null) {
            second.abandon(); // the peer would not come again if it still had that one
        }
        counters().add(Event.COLLISIONS);
        // One that was on its way when the session came up is no sign of a restart, only of two that began at once.
        afterEstablished = main.state() == SessionState.ESTABLISHED;
        Track taken = new Track(this, io);
        second = taken;
        taken.adoptAsSecond(socket);
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
            SessionInfo agreed = afterEstablished ? other.info() : null;
            switch (Collision.decide(local, open, track.incoming(), other.state(), other.incoming(), agreed)) {
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
        callbacks.note(old.state(), track.state(), "the other connection with the peer stays");
        if (old.state().compareTo(SessionState.OPEN_SENT) >= 0) {
            old.handle(new SessionEvent.CollisionLost());
        }
        old.abandon();
    }

    void moved(Track track, SessionAction.Moved moved) {
        if (track == main) {
            callbacks.note(moved.from(), moved.to(), moved.reason());
        } else {
            LOG.log(Level.DEBUG, () -> "BGP peer " + peer + ", second connection: " + moved);
        }
    }

    void established(Track track, SessionInfo info) {
        if (track != main) {
            promote(track);
        }
        callbacks.established(info);
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

    /** Does work that calls back; a listener or source that throws ends its own session and no other. */
    void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            counters().add(Event.CALLBACK_FAILURES);
            LOG.log(Level.ERROR, "BGP peer " + peer + ": the session ends because a callback failed", e);
            try {
                stop(false, Notification.of(ErrorReason.CEASE_UNSPECIFIC), false);
            } catch (RuntimeException again) {
                // Also the callback that was told of the end has failed. The session has ended before it was told.
                LOG.log(Level.ERROR, "BGP peer " + peer + ": a callback failed again", again);
            }
        }
    }
}
