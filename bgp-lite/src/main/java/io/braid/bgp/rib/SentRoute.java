package io.braid.bgp.rib;

import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;

/**
 * A route that a peer was told.
 *
 * @param route the prefix, with its path number where the session has them
 * @param nextHop where packets are sent
 * @param attributes what else is said
 */
public record SentRoute(Nlri route, NextHop nextHop, PathAttributes attributes) {
    static SentRoute of(Prefix prefix, int pathId, Route route) {
        return new SentRoute(new Nlri(prefix, pathId), route.nextHop(), route.attributes());
    }
}
