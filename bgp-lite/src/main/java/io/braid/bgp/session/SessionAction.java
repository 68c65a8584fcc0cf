package io.braid.bgp.session;

import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session's machine wants done, in this order. */
sealed interface SessionAction {
    /** Start to connect. */
    record Connect() implements SessionAction {}

    /**
     * Drop the connection, or the attempt to make one, if there is one.
     *
     * @param notification to be sent before if the connection stands
     * @param abort throw away what was not sent yet
     */
    record Disconnect(@Nullable Notification notification, boolean abort) implements SessionAction {}

    /** Send a message. */
    record Transmit(Message message) implements SessionAction {}

    /** Both OPENs are known: messages have this form from now on. */
    record Agreed(SessionInfo info) implements SessionAction {}

    /** Routes may flow. */
    record Established(SessionInfo info) implements SessionAction {}

    /** Routes no longer flow. */
    record Ended(SessionEnd end) implements SessionAction {}

    /** Hand routes on. */
    record DeliverUpdate(Update update, List<BgpError> faults) implements SessionAction {}

    /** Hand a request for routes on. */
    record DeliverRefresh(RouteRefresh refresh) implements SessionAction {}

    /** Note a change of state. */
    record Moved(SessionState from, SessionState to, String reason) implements SessionAction {}
}
