package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Negotiated;
import java.util.Optional;

/**
 * Which path each lane of a session carries, and what is said of it. Guarded by the lock of {@link Announcements}.
 *
 * @param uplinks the uplinks as they are
 * @param paths which of them the peer is told
 * @param policy what is said of routes
 * @param session what was agreed with the peer
 */
record PathChoice(Uplinks uplinks, Paths paths, ExportPolicy policy, Negotiated session) {
    /** What is to be said of all announced addresses of the family by that lane, if anything. */
    Optional<Route> route(int lane, Family family) {
        return switch (paths) {
            case Paths.OfUplink(int uplink) -> by(uplink, family);
            case Paths.OfAll() when session.send().hasPathIds(family) -> by(lane, family);
            case Paths.OfAll() -> first(DrainPhase.ACTIVE, family).or(() -> first(DrainPhase.DRAINING, family));
        };
    }

    private Optional<Route> first(DrainPhase phase, Family family) {
        for (int i = 0; i < uplinks.count(); i++) {
            Optional<Route> route = uplinks.phase(i) == phase ? by(i, family) : Optional.empty();
            if (route.isPresent()) {
                return route;
            }
        }
        return Optional.empty();
    }

    private Optional<Route> by(int uplink, Family family) {
        boolean draining = uplinks.phase(uplink) == DrainPhase.DRAINING;
        return uplinks.isOffered(uplink)
                ? RouteMaker.make(policy, session, family, uplinks.get(uplink), draining)
                : Optional.empty();
    }
}
