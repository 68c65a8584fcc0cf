package io.braid.bgp.rib;

import io.braid.bgp.wire.Nlri;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which routes of a family a peer has told and which of them are refused, to know how many and to show them. Holds the
 * limit and one more at most. Guarded by the lock of {@link AdjRibIn}.
 */
final class ReceivedSet {
    /** What is kept of a route. */
    private record Told(@Nullable Refusal refusal, @Nullable HeardRoute heard) {}

    private final int max;
    private Map<Nlri, Told> routes = new HashMap<>();
    private Map<Nlri, Told> stale = new HashMap<>();

    ReceivedSet(int max) {
        this.max = max;
    }

    /**
     * Adds a route, refused or not; returns whether that is within the limit.
     *
     * @param heard what it says if it is watched, else null
     */
    boolean add(Nlri route, @Nullable Refusal refusal, @Nullable HeardRoute heard) {
        if (isOver()) {
            return false;
        }
        stale.remove(route);
        routes.put(route, new Told(refusal, heard));
        return !isOver();
    }

    void remove(Nlri route) {
        stale.remove(route);
        routes.remove(route);
    }

    /** The peer begins to tell all routes again (RFC 7313). */
    void markStale() {
        stale.putAll(routes);
        routes = new HashMap<>();
    }

    /** What the peer did not tell again is gone. */
    void dropStale() {
        stale = new HashMap<>();
    }

    void clear() {
        routes = new HashMap<>();
        stale = new HashMap<>();
    }

    int size() {
        return routes.size() + stale.size();
    }

    boolean isOver() {
        return size() > max;
    }

    /** The first of them by prefix, without what the believed ones say. */
    List<ReceivedRoute> list(int most) {
        var result = new ArrayList<ReceivedRoute>(size());
        routes.forEach((route, why) -> result.add(new ReceivedRoute(route, why.refusal(), null, false)));
        stale.forEach((route, why) -> result.add(new ReceivedRoute(route, why.refusal(), null, true)));
        result.sort(Comparator.comparing(ReceivedRoute::route));
        return result.size() > most ? result.subList(0, most) : result;
    }

    /** What the watched ones say, in order. */
    List<HeardRoute> heard() {
        return Stream.concat(routes.values().stream(), stale.values().stream())
                .flatMap(told -> Stream.ofNullable(told.heard()))
                .sorted(Comparator.comparing(HeardRoute::route))
                .toList();
    }
}
