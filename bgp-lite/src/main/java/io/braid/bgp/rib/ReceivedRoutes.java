package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import java.util.List;
import java.util.Map;

/**
 * What a peer says, as it is now.
 *
 * @param counts how many routes of each family it has told and not withdrawn, believed or not
 * @param routes those routes in order, at most as many of a family as were asked for
 * @param defaultRoutes the default route of each family that is believed; a stale one is kept over the peer's restart
 *     and is in neither of the former
 * @param refused how many routes were refused since the peer is one, by reason; a reason that never was is missing
 */
public record ReceivedRoutes(
        Map<Family, Integer> counts,
        List<ReceivedRoute> routes,
        Map<Family, DefaultRoute> defaultRoutes,
        Map<Refusal, Long> refused) {
    /** Copies all. */
    public ReceivedRoutes {
        counts = Map.copyOf(counts);
        routes = List.copyOf(routes);
        defaultRoutes = Map.copyOf(defaultRoutes);
        refused = Map.copyOf(refused);
    }
}
