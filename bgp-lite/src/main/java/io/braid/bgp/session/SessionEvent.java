package io.braid.bgp.session;

import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Open;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens to a session; the numbers are those of RFC 4271 section 8.1. */
sealed interface SessionEvent {
    /** Events 1 and 3 to 7: whether passive and damped is the session's configuration. */
    record Start() implements SessionEvent {}

    /**
     * Events 2 and 8.
     *
     * @param manual by an operator, so that the session stays down
     * @param cease what the peer is told if it can be, null to leave without a word
     */
    record Stop(boolean manual, @Nullable Notification cease) implements SessionEvent {}

    /** Events 9 to 13, and RFC 9687's. */
    record TimerExpired(SessionTimer timer) implements SessionEvent {}

    /** Events 16 and 17: the connection stands. */
    record Connected() implements SessionEvent {}

    /** Event 18: the attempt failed, or the connection ended or broke. */
    record ConnectionFailed(String why) implements SessionEvent {}

    /** Events 19 and 20: an OPEN that is acceptable. */
    record OpenReceived(Open open) implements SessionEvent {}

    /** Events 21, 22 and 28: a message that ends the session. */
    record Malformed(Violation error) implements SessionEvent {}

    /** Event 23: another connection with the peer was chosen. */
    record CollisionLost() implements SessionEvent {}

    /** Events 24 and 25. */
    record NotificationReceived(Notification notification) implements SessionEvent {}

    /** Event 26. */
    record KeepaliveReceived() implements SessionEvent {}

    /** Event 27, with what was mended in the message. */
    record UpdateReceived(Update update, List<BgpError> faults) implements SessionEvent {}

    /** A message that RFC 4271 does not know (RFC 2918). */
    record RefreshReceived(RouteRefresh refresh) implements SessionEvent {}

    /**
     * An error of the codec, or of the checks of an OPEN that need the configuration.
     *
     * @param notification what the peer is told
     * @param detail what was found, in words
     */
    record Violation(Notification notification, String detail) {
        static Violation of(BgpError error) {
            return new Violation(error.toNotification(), error.toString());
        }
    }
}
