package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Nlri;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One family's routes of one peer: how many it told, which default routes are believed, and until when those of a
 * session that is gone. Guarded by the lock of {@link AdjRibIn}.
 */
final class FamilyIn {
    private final Family family;
    private final DefaultRouteListener listener;
    private final ReceivedSet received;
    private final Map<Nlri, DefaultRoute> believed = new HashMap<>();
    private @Nullable Long staleUntil;
    private boolean present;

    FamilyIn(Family family, int maxPrefixes, DefaultRouteListener listener) {
        this.family = family;
        this.listener = listener;
        this.received = new ReceivedSet(maxPrefixes);
    }

    Family family() {
        return family;
    }

    ReceivedSet received() {
        return received;
    }

    void believe(Nlri route, DefaultRoute said) {
        believed.put(route, said);
        report("the peer announced it");
    }

    /** What the peer has told, in order. */
    List<ReceivedRoute> list(int most) {
        return received.list(most).stream()
                .map(told -> told.refusal() == null ? told.with(believed.get(told.route())) : told)
                .toList();
    }

    void forget(Nlri route, String why) {
        if (believed.remove(route) != null) {
            report(why);
        }
    }

    /** All that was told is void. */
    void clear(String why) {
        received.clear();
        believed.clear();
        staleUntil = null;
        report(why);
    }

    /** The peer begins to tell all again, and has until then to do so. */
    void markStale(long deadline) {
        received.markStale();
        believed.replaceAll((_, said) -> said.asStale());
        staleUntil = deadline;
    }

    /** What was not told again is gone. */
    void dropStale(String why) {
        received.dropStale();
        staleUntil = null;
        believed.values().removeIf(DefaultRoute::stale);
        report(why);
    }

    /**
     * The session is gone and the peer may keep its routes until then. What was kept from the session before that one is
     * not kept again (RFC 4724 section 4.2).
     */
    void keepUntil(long deadline) {
        dropStale("the peer restarted again before it announced it again");
        received.clear();
        markStale(deadline);
    }

    /** The session is back: what was kept may stay until then. */
    void extend(long deadline) {
        if (staleUntil != null) {
            staleUntil = deadline;
        }
    }

    OptionalLong tick(long now) {
        Long until = staleUntil;
        if (until != null && now - until >= 0) {
            dropStale("the peer did not announce it again in time");
            return OptionalLong.empty();
        }
        return until == null ? OptionalLong.empty() : OptionalLong.of(until);
    }

    /** The believed route with the lowest path number, one that is not stale rather. */
    Optional<DefaultRoute> route() {
        return believed.entrySet().stream()
                .min((a, b) -> a.getValue().stale() == b.getValue().stale()
                        ? a.getKey().compareTo(b.getKey())
                        : Boolean.compare(a.getValue().stale(), b.getValue().stale()))
                .map(Map.Entry::getValue);
    }

    private void report(String why) {
        if (present == believed.isEmpty()) {
            present = !present;
            listener.changed(family, present, why);
        }
    }
}
