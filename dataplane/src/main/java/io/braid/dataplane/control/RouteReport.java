package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Routes told to the switches or by them: answer of {@code GET /v1/bgp/advertised} and {@code GET /v1/bgp/received}.
 *
 * @param routes by peer, then prefix
 * @param more how many further routes there are that this answer leaves out
 */
public record RouteReport(List<Route> routes, long more) {
    public RouteReport {
        routes = List.copyOf(routes);
    }

    /**
     * A route.
     *
     * @param peer the switch's address
     * @param prefix with its length
     * @param pathId the number of the path, 0 where the session has none
     * @param nextHop where packets go; empty if it is not kept
     * @param attributes the other attributes, in words; empty if they are not kept
     * @param refused why a received route is not believed; null for one that is, and for those of our own
     */
    public record Route(
            String peer,
            String prefix,
            long pathId,
            String nextHop,
            String attributes,
            @Nullable String refused) {}
}
