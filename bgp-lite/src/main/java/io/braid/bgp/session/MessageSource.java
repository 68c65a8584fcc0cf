package io.braid.bgp.session;

import io.braid.bgp.wire.Message;
import org.jspecify.annotations.Nullable;

/**
 * Asked for what to send to a peer when there is room for it, so that a slow peer holds up nobody and costs no memory.
 */
@FunctionalInterface
public interface MessageSource {
    /** Has nothing to say, ever. */
    MessageSource EMPTY = _ -> null;

    /**
     * Returns the next UPDATE or ROUTE-REFRESH to send, null when there is none; then it is not asked before {@link
     * Peer#messagesReady} or the next session. Asked on the speaker's thread in an established session only.
     *
     * <p>An UPDATE with more routes than fit in a message is sent as several. They wait in memory together, so give some
     * thousand routes at most at a time.
     */
    @Nullable
    Message next(Peer peer);
}
