package io.braid.bgp.rib;

import io.braid.bgp.wire.Nlri;
import java.util.HashSet;
import java.util.Set;

/**
 * Which routes of a family a peer has told, believed or not, to know how many. Holds the limit and one more at most.
 * Guarded by the lock of {@link AdjRibIn}.
 */
final class ReceivedSet {
    private final int max;
    private Set<Nlri> routes = new HashSet<>();
    private Set<Nlri> stale = new HashSet<>();

    ReceivedSet(int max) {
        this.max = max;
    }

    /** Adds a route; returns whether that is within the limit. */
    boolean add(Nlri route) {
        if (isOver()) {
            return false;
        }
        stale.remove(route);
        routes.add(route);
        return !isOver();
    }

    void remove(Nlri route) {
        stale.remove(route);
        routes.remove(route);
    }

    /** The peer begins to tell all routes again (RFC 7313). */
    void markStale() {
        stale.addAll(routes);
        routes = new HashSet<>();
    }

    /** What the peer did not tell again is gone. */
    void dropStale() {
        stale = new HashSet<>();
    }

    void clear() {
        routes = new HashSet<>();
        stale = new HashSet<>();
    }

    int size() {
        return routes.size() + stale.size();
    }

    boolean isOver() {
        return size() > max;
    }
}
