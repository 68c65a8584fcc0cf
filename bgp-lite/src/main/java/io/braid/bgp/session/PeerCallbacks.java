package io.braid.bgp.session;

import io.braid.bgp.session.PeerCounters.Event;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts, notes and tells what happens with a peer. For the speaker's thread. */
final class PeerCallbacks {
    private static final Logger LOG = System.getLogger(PeerCallbacks.class.getName());

    private final Peer peer;
    private final PeerListener listener;
    private final MessageSource source;
    private final @Nullable SessionTap tap;
    private boolean sourceDry;

    PeerCallbacks(Peer peer, PeerListener listener, MessageSource source, @Nullable SessionTap tap) {
        this.peer = peer;
        this.listener = listener;
        this.source = source;
        this.tap = tap;
    }

    void note(SessionState from, SessionState to, String reason) {
        var change = new StateChange(Instant.now(), from, to, reason, 1);
        boolean another = peer.moved(change);
        // A session that comes, goes, or fails in a new way; not each attempt to reach a peer that is away.
        boolean news = to == SessionState.ESTABLISHED
                || from == SessionState.ESTABLISHED
                || (another && to == SessionState.IDLE);
        LOG.log(news ? Level.INFO : Level.DEBUG, () -> "BGP peer " + peer + ": " + from + " -> " + to + ", " + reason);
        if (tap != null) {
            tap.stateChanged(peer, change);
        }
    }

    void established(SessionInfo info) {
        peer.counters().add(Event.ESTABLISHED);
        messagesReady();
        peer.info(info);
        listener.established(peer, info);
    }

    /** The source may have something to say again. */
    void messagesReady() {
        sourceDry = false;
    }

    void ended(SessionEnd end) {
        peer.counters().add(Event.DOWN);
        switch (end.cause()) {
            case HOLD_EXPIRED -> peer.counters().add(Event.HOLD_EXPIRED);
            case SEND_HOLD_EXPIRED -> peer.counters().add(Event.SEND_HOLD_EXPIRED);
            default -> {}
        }
        peer.info(null);
        peer.outputEmpty(true);
        listener.down(peer, end);
    }

    void deliver(Update update, List<BgpError> faults) {
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
        if (sourceDry) {
            return null;
        }
        peer.outputEmpty(false); // before anyone can see that the source has given something
        Message message = source.next(peer);
        sourceDry = message == null;
        return message;
    }

    /** What the source gave is written as far as possible; this may be all of it. */
    void wrote(boolean all) {
        peer.outputEmpty(all);
    }

    void seenReceived(MessageType type, byte[] buffer, int offset, int length) {
        peer.counters().countReceived(type, length);
        if (tap != null) {
            tap.message(peer, SessionTap.Direction.RECEIVED, buffer, offset, length);
        }
    }

    void seenSent(MessageType type, byte[] message) {
        peer.counters().countSent(type, message.length);
        if (tap != null) {
            tap.message(peer, SessionTap.Direction.SENT, message, 0, message.length);
        }
    }
}
