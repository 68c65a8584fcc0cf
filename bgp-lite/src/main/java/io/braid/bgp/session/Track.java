package io.braid.bgp.session;

import io.braid.bgp.session.SessionEvent.Violation;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Decoded;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Framed;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import io.braid.linux.LinuxException;
import io.braid.linux.TcpSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state machine together with the connection it speaks of. A peer has one, and a second one while two connections are
 * there. For the speaker's thread.
 */
final class Track implements Wire.Events {
    private static final int TYPE_AT = 18; // in a message's header
    private static final SessionTimer[] TIMERS = SessionTimer.values();

    private record Pending(@Nullable Wire from, SessionEvent event) {}

    private final PeerSession peer;
    private final SpeakerIo io;
    private final IdleHold idleHold;
    private final SessionFsm fsm;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final FamilyFilter filter = new FamilyFilter();
    private @Nullable Wire wire;
    private boolean busy;

    Track(PeerSession peer, SpeakerIo io) {
        this.peer = peer;
        this.io = io;
        PeerConfig config = peer.config();
        this.idleHold = new IdleHold(config.timers(), io.jitter());
        this.fsm = new SessionFsm(config.timers(), config.transport().passive(), peer::ownOpen, idleHold, io.jitter());
    }

    @Override
    public PeerSession peer() {
        return peer;
    }

    SessionState state() {
        return fsm.state();
    }

    @Nullable
    SessionInfo info() {
        return fsm.info();
    }

    /** The OPEN that was sent, or the one that would be. */
    Open localOpen() {
        Open sent = fsm.sentOpen();
        return sent != null ? sent : peer.ownOpen();
    }

    boolean incoming() {
        Wire now = wire;
        return now != null && now.incoming();
    }

    boolean hasWire() {
        return wire != null;
    }

    int queuedBytes() {
        Wire now = wire;
        return now == null ? 0 : now.queuedBytes();
    }

    /** Deals with an event and with all that its actions bring about. */
    void handle(SessionEvent event) {
        handle(null, event);
    }

    private void handle(@Nullable Wire from, SessionEvent event) {
        pending.add(new Pending(from, event));
        if (busy) {
            return;
        }
        busy = true;
        try {
            for (Pending next = pending.poll(); next != null; next = pending.poll()) {
                // What a connection said is void once it is dropped.
                if (next.from == null || next.from == wire) {
                    fsm.handle(next.event, System.nanoTime()).forEach(this::perform);
                }
            }
        } finally {
            pending.clear();
            busy = false;
        }
        peer.settle();
    }

    private void perform(SessionAction action) {
        switch (action) {
            case SessionAction.Connect _ -> connect();
            case SessionAction.Disconnect(Notification last, boolean abort) -> disconnect(last, abort);
            case SessionAction.Transmit(Message message) -> {
                if (wire != null) {
                    wire.send(message);
                }
            }
            case SessionAction.Agreed(SessionInfo agreed) -> {
                if (wire != null) {
                    wire.agreed(agreed.negotiated());
                }
            }
            case SessionAction.Established(SessionInfo agreed) -> {
                filter.clear();
                peer.established(this, agreed);
                write();
            }
            case SessionAction.Ended(SessionEnd end) -> peer.callbacks().ended(end);
            case SessionAction.DeliverUpdate(Update update, List<BgpError> faults) -> deliver(update, faults);
            case SessionAction.DeliverRefresh(RouteRefresh refresh) ->
                peer.callbacks().deliver(refresh);
            case SessionAction.Moved moved -> peer.moved(this, moved);
        }
    }

    private void connect() {
        try {
            wire = new Wire(io, peer.connect(), false, this);
        } catch (LinuxException | IllegalArgumentException | KeyUnavailableException e) {
            peer.connectFailed(e);
            pending.add(new Pending(null, new SessionEvent.ConnectionFailed(String.valueOf(e.getMessage()))));
        }
    }

    /** Takes a connection that the peer made. */
    void adopt(TcpSocket socket) {
        wire = new Wire(io, socket, true, this);
        handle(new SessionEvent.Connected());
    }

    /** Takes a connection that the peer made while another track is at work. */
    void adoptAsSecond(TcpSocket socket) {
        fsm.expectConnection(System.nanoTime());
        adopt(socket);
    }

    /** Takes the place of another track, with the pauses that the peer has earned. */
    void takeOver(Track other) {
        idleHold.inherit(other.idleHold);
    }

    /** Drops everything without a word, for good. */
    void abandon() {
        fsm.timers().stopAll();
        pending.clear();
        disconnect(null, true);
    }

    private void disconnect(@Nullable Notification last, boolean abort) {
        Wire old = wire;
        wire = null;
        if (old != null) {
            old.close(last, abort, System.nanoTime());
        }
    }

    /** Writes what waits, after asking for more. */
    void write() {
        if (wire != null && !wire.isConnecting()) {
            wire.write();
        }
    }

    long nanosToNext(long now) {
        return fsm.timers().nanosToNext(now);
    }

    void runTimers(long now) {
        for (SessionTimer timer : TIMERS) {
            if (fsm.timers().take(timer, now) && !(timer == SessionTimer.HOLD && heardJustNow())) {
                handle(new SessionEvent.TimerExpired(timer));
            }
        }
    }

    /** A thread that came late finds the peer's messages waiting: then the peer was not silent. */
    private boolean heardJustNow() {
        Wire current = wire;
        if (current == null) {
            return false;
        }
        SessionState before = fsm.state();
        current.read();
        return current != wire || fsm.state() != before || fsm.timers().isRunning(SessionTimer.HOLD);
    }

    @Override
    public void connected() {
        handle(wire, new SessionEvent.Connected());
    }

    @Override
    public void failed(String why) {
        if (wire != null && wire.isConnecting()) {
            peer.counters().add(PeerCounters.Event.CONNECT_FAILURES);
        }
        handle(wire, new SessionEvent.ConnectionFailed(why));
    }

    @Override
    public void received(Decoded decoded) {
        switch (decoded) {
            case Decoded.Accepted(Message message, List<BgpError> faults) -> received(message, faults);
            case Decoded.Rejected(BgpError error) -> malformed(Violation.of(error));
        }
    }

    private void received(Message message, List<BgpError> faults) {
        switch (message) {
            case Open open -> peer.openReceived(this, open);
            case Update update -> handle(wire, new SessionEvent.UpdateReceived(update, faults));
            case Notification notification -> handle(wire, new SessionEvent.NotificationReceived(notification));
            case Keepalive _ -> handle(wire, new SessionEvent.KeepaliveReceived());
            case RouteRefresh refresh -> handle(wire, new SessionEvent.RefreshReceived(refresh));
        }
    }

    @Override
    public void broken(Framed.Broken broken) {
        malformed(Violation.of(broken.error()));
    }

    void malformed(Violation violation) {
        peer.counters().add(PeerCounters.Event.PROTOCOL_ERRORS);
        handle(wire, new SessionEvent.Malformed(violation));
    }

    private void deliver(Update update, List<BgpError> faults) {
        for (BgpError fault : faults) {
            Family family = fault.family();
            if (family != null && filter.disable(family)) {
                peer.callbacks().familyDisabled(family, fault);
            }
        }
        peer.counters().add(PeerCounters.Event.MENDED_FAULTS, faults.size());
        Update kept = filter.apply(update);
        if (kept != null) {
            peer.callbacks().deliver(kept, faults);
        }
    }

    @Override
    public @Nullable Message nextMessage() {
        return fsm.state() == SessionState.ESTABLISHED ? peer.callbacks().nextMessage() : null;
    }

    /** RFC 9687: the timer runs while something waits, and starts anew with each message that is gone. */
    @Override
    public void wrote(boolean finished, boolean waiting) {
        if (fsm.state() == SessionState.ESTABLISHED) {
            peer.callbacks().wrote(!waiting);
        }
        TimerSet timers = fsm.timers();
        SessionInfo agreed = fsm.info();
        if (!waiting || agreed == null) {
            timers.stop(SessionTimer.SEND_HOLD);
        } else if (finished || !timers.isRunning(SessionTimer.SEND_HOLD)) {
            long nanos =
                    peer.config().timers().sendHoldFor(agreed.holdSeconds()).toNanos();
            timers.start(SessionTimer.SEND_HOLD, System.nanoTime(), nanos);
        }
    }

    @Override
    public void tapReceived(byte[] buffer, int offset, int length) {
        peer.callbacks().seenReceived(type(buffer, offset), buffer, offset, length);
    }

    @Override
    public void tapSent(byte[] message) {
        peer.callbacks().seenSent(type(message, 0), message);
    }

    private static MessageType type(byte[] buffer, int offset) {
        return MessageType.of(buffer[offset + TYPE_AT] & 0xFF).orElseThrow();
    }
}
