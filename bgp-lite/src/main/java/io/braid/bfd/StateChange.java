package io.braid.bfd;

import java.time.Duration;

/**
 * One change of a session's state and why it came.
 *
 * @param from state before
 * @param to state now
 * @param cause what brought it about
 * @param local diagnostic we now tell the peer
 * @param remote diagnostic in the peer's last packet
 * @param silence time since the peer's last packet, zero when that packet is the cause
 */
public record StateChange(
        SessionState from, SessionState to, Cause cause, Diagnostic local, Diagnostic remote, Duration silence) {
    /** What brought a change about. */
    public enum Cause {
        /** Both ends found each other, step by step. */
        HANDSHAKE,
        /** Nothing was received for the detection time. */
        DETECTION_TIME_EXPIRED,
        /** The peer says that it no longer hears us, or has restarted. */
        PEER_DOWN,
        /** The peer's operator holds the session down, which says nothing about the path (RFC 5882 section 3.2). */
        PEER_ADMIN_DOWN,
        /** It is held down here. */
        LOCAL_ADMIN_DOWN,
        /** It is no longer held down here. */
        LOCAL_ADMIN_UP
    }

    /** Returns whether the path has to be taken for broken: Up was left, and not by an operator's hand. */
    public boolean isPathFailure() {
        return from == SessionState.UP && (cause == Cause.DETECTION_TIME_EXPIRED || cause == Cause.PEER_DOWN);
    }
}
