package io.braid.bgp.session;

import io.braid.bgp.wire.Capability;
import io.braid.bgp.wire.Notification;
import org.jspecify.annotations.Nullable;

/**
 * Why an established session ended.
 *
 * @param cause what kind of end it was
 * @param sent the NOTIFICATION that was sent, if any
 * @param received the NOTIFICATION that came, if any
 * @param detail all of it in words, safe to log
 * @param peerRoutesMayStay whether graceful restart lets the peer's routes stay for its restart time (RFC 4724 section
 *     4.2, RFC 8538); of the families the peer named only
 */
public record SessionEnd(
        Cause cause,
        @Nullable Notification sent,
        @Nullable Notification received,
        String detail,
        boolean peerRoutesMayStay) {
    /** The kinds of ends. */
    public enum Cause {
        /** The caller ended it. */
        STOPPED,
        /** The peer ended it with a NOTIFICATION. */
        PEER_NOTIFIED,
        /** The peer broke the protocol. */
        PROTOCOL_ERROR,
        /** Nothing came from the peer for the hold time. */
        HOLD_EXPIRED,
        /** The peer took nothing for the send hold time. */
        SEND_HOLD_EXPIRED,
        /** The TCP connection ended or broke. */
        CONNECTION_LOST,
        /** Another connection with the same peer took its place. */
        REPLACED
    }

    static SessionEnd of(
            Cause cause,
            @Nullable Notification sent,
            @Nullable Notification received,
            String detail,
            @Nullable SessionInfo info) {
        return new SessionEnd(cause, sent, received, detail, info != null && mayStay(cause, sent, received, info));
    }

    private static boolean mayStay(
            Cause cause, @Nullable Notification sent, @Nullable Notification received, SessionInfo info) {
        boolean keeps = info.peerGracefulRestart()
                .map(Capability.GracefulRestart::families)
                .filter(f -> !f.isEmpty())
                .isPresent();
        if (!keeps) {
            return false;
        }
        boolean hard = (sent != null && sent.isHardReset()) || (received != null && received.isHardReset());
        boolean notified = sent != null || received != null;
        return switch (cause) {
            case CONNECTION_LOST, REPLACED -> true;
            // RFC 9687 section 5: as the expiry of the hold timer.
            case HOLD_EXPIRED, SEND_HOLD_EXPIRED -> info.keepsRoutesOverNotification();
            case STOPPED, PEER_NOTIFIED, PROTOCOL_ERROR -> !hard && (!notified || info.keepsRoutesOverNotification());
        };
    }
}
