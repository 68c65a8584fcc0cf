package io.braid.bgp.rib;

import io.braid.bgp.wire.Nlri;
import org.jspecify.annotations.Nullable;

/**
 * A route that a peer told, believed or not.
 *
 * @param route the prefix, with its path number where the session has them
 * @param refusal why it is not believed, null if it is
 * @param believed what it says, null if it is not believed: of other routes nothing is kept
 * @param stale it is kept from before: the peer restarts, or tells its routes again and has not told this one yet
 */
public record ReceivedRoute(
        Nlri route, @Nullable Refusal refusal, @Nullable DefaultRoute believed, boolean stale) {
    ReceivedRoute with(@Nullable DefaultRoute said) {
        return new ReceivedRoute(route, refusal, said, stale);
    }
}
