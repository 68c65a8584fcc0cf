package io.braid.bgp.rib;

import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.PathAttributes;

/**
 * A peer's default route that is believed: a sign that its path leads on.
 *
 * @param nextHop where the peer wants packets
 * @param attributes what else it says
 * @param stale it is kept from before: the peer restarts, or tells its routes again and has not told this one yet
 */
public record DefaultRoute(NextHop nextHop, PathAttributes attributes, boolean stale) {
    DefaultRoute asStale() {
        return stale ? this : new DefaultRoute(nextHop, attributes, true);
    }
}
