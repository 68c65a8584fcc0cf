package io.braid.bgp.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A peer as it is now.
 *
 * @param state how far the session has come
 * @param info what was agreed on; null unless established
 * @param fault what keeps the session from coming up, such as a password file that cannot be read; null for nothing
 * @param history the last 32 changes of state, oldest first
 * @param queuedBytes what waits to be sent in this process
 */
public record PeerStatus(
        SessionState state,
        @Nullable SessionInfo info,
        @Nullable String fault,
        List<StateChange> history,
        int queuedBytes) {
    /** Copies the list. */
    public PeerStatus {
        history = List.copyOf(history);
    }
}
