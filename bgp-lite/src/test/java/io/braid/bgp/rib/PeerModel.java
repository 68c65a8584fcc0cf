package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.Decoded;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageDecoder;
import io.braid.bgp.wire.MessageEncoder;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A peer that learns routes from the bytes it is sent and finds fault with all that should not have been: a route told
 * twice, withdrawn without being there, without NO_EXPORT, or outside the prefixes.
 */
final class PeerModel {
    record Entry(NextHop nextHop, PathAttributes attributes) {}

    private final Negotiated session;
    private final MessageEncoder encoder;
    private final List<Prefix> allowed;
    private final Map<Nlri, Entry> routes = new HashMap<>();
    private final Set<Family> ended = EnumSet.noneOf(Family.class);
    private final Map<Family, Set<Nlri>> refreshing = new HashMap<>();
    private boolean repeats;
    private int messages;
    private int announced;
    private int withdrawn;

    PeerModel(Negotiated session, List<Prefix> allowed) {
        this.session = session;
        this.encoder = new MessageEncoder(session);
        this.allowed = allowed;
    }

    /** The peer asked for its routes again: from now on a route may be told twice. */
    void expectRepeats() {
        repeats = true;
    }

    /** All that was asked for has come: each route is told once again. */
    void caughtUp() {
        repeats = false;
        messages = 0;
        announced = 0;
        withdrawn = 0;
    }

    void take(Message message) {
        int before = messages;
        encoder.encode(message, this::read);
        assertEquals(before + 1, messages, "what is handed over is one message on the wire");
    }

    private void read(byte[] buffer, int offset, int length) {
        messages++;
        Decoded.Accepted accepted = assertInstanceOf(
                Decoded.Accepted.class, MessageDecoder.decode(buffer, offset, length, session), "must be readable");
        assertEquals(List.of(), accepted.faults());
        switch (accepted.message()) {
            case Update update -> update(update);
            case RouteRefresh refresh -> refresh(refresh);
            default -> throw new AssertionError(accepted.message() + " is not for a peer");
        }
    }

    private void update(Update update) {
        if (update.endOfRib().isPresent()) {
            assertTrue(ended.add(update.endOfRib().get()), "End-of-RIB once");
            return;
        }
        for (Update.Unreach gone : update.withdrawn()) {
            for (Nlri route : gone.nlri()) {
                withdrawn++;
                assertNotNull(routes.remove(route), () -> route + " is withdrawn and was not there");
                saidAgain(route);
            }
        }
        for (Update.Reach reach : update.announced()) {
            assertTrue(update.attributes().communities().contains(Community.NO_EXPORT), "NO_EXPORT on everything");
            reach.nlri().forEach(route -> announce(route, new Entry(reach.nextHop(), update.attributes())));
        }
    }

    private void announce(Nlri route, Entry entry) {
        announced++;
        assertTrue(route.prefix().isHost(), () -> route + " is no host route");
        assertTrue(allowed.stream().anyMatch(p -> p.contains(route.prefix())), () -> route + " must not leave");
        Entry old = routes.put(route, entry);
        if (!repeats) {
            assertNotEquals(old, entry, () -> route + " is told twice");
        }
        saidAgain(route);
    }

    private void saidAgain(Nlri route) {
        Set<Nlri> stale = refreshing.get(route.prefix().family());
        if (stale != null) {
            stale.remove(route);
        }
    }

    private void refresh(RouteRefresh refresh) {
        Family family = refresh.family().family().orElseThrow();
        if (refresh.subtype() == RouteRefresh.BEGIN) {
            assertTrue(ended.contains(family), "no BoRR before End-of-RIB (RFC 7313 section 4)");
            var stale = new HashSet<>(routes.keySet());
            stale.removeIf(route -> route.prefix().family() != family);
            assertEquals(null, refreshing.put(family, stale), "BoRR within a refresh");
        } else {
            assertEquals(RouteRefresh.END, refresh.subtype());
            Set<Nlri> stale = refreshing.remove(family);
            assertEquals(Set.of(), stale, "a refresh tells all routes");
        }
    }

    Map<Nlri, Entry> routes() {
        return routes;
    }

    Set<Family> ended() {
        return ended;
    }

    boolean isRefreshing() {
        return !refreshing.isEmpty();
    }

    int messages() {
        return messages;
    }

    int announced() {
        return announced;
    }

    int withdrawn() {
        return withdrawn;
    }
}
