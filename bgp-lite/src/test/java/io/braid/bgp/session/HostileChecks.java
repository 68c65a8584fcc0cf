package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.Refusal;
import io.braid.bgp.session.PeerCounters.Event;
import io.braid.bgp.speaker.WatchedPeer;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Handling;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a hostile peer's script expects of the victim. */
final class HostileChecks {
    private final Peer peer;
    private final WatchedPeer rib;
    private final Map<Event, Long> before = new EnumMap<>(Event.class);
    private final Map<Refusal, Long> refusedBefore = new EnumMap<>(Refusal.class);

    HostileChecks(Peer peer, WatchedPeer rib) {
        this.peer = peer;
        this.rib = rib;
    }

    /** Counting begins here. */
    void begin() {
        for (Event event : Event.values()) {
            before.put(event, peer.counters().count(event));
        }
        refusedBefore.clear();
        refusedBefore.putAll(rib.in().refused());
        rib.faults.clear();
    }

    /** A NOTIFICATION comes, {@code code/subcode} and perhaps its data, and the connection ends. */
    void told(HostileConnection connection, String numbersAndData) throws IOException {
        String[] parts = numbersAndData.split(" ", 2);
        HostileConnection.Received notification = connection.receive(3);
        assertNotNull(notification, "the connection ended without NOTIFICATION");
        byte[] body = notification.body();
        assertEquals(parts[0], body[0] + "/" + body[1], "NOTIFICATION");
        if (parts.length > 1) {
            byte[] data = Arrays.copyOfRange(body, 2, body.length);
            assertArrayEquals(
                    HostileBytes.parse(parts[1]),
                    data,
                    () -> "data " + HexFormat.of().formatHex(data));
        }
        assertEquals(null, connection.receive(), "after NOTIFICATION");
    }

    /** The connection ends without NOTIFICATION. */
    void ends(HostileConnection connection) throws IOException {
        HostileConnection.Received last = connection.receive();
        while (last != null && last.type() != 3) {
            last = connection.receive();
        }
        assertEquals(null, last == null ? null : HexFormat.of().formatHex(last.body()), "NOTIFICATION");
    }

    /** The victim has dealt with all that was sent and the session is the one that it was. */
    void stays(HostileConnection connection) throws InterruptedException {
        int markers = rib.markers.get();
        connection.send(
                HostileBytes.message(5, HostileBytes.parse(WatchedPeer.MARKER_FAMILY))); // a request that means nothing
        Await.until(
                () -> "the victim comes to the end of what was sent: " + peer.state(),
                () -> rib.markers.get() > markers || counted(Event.DOWN) > 0);
        assertEquals(0, counted(Event.DOWN), "times down");
        assertEquals(1, counted(Event.ESTABLISHED), "times established");
        assertEquals(SessionState.ESTABLISHED, peer.state());
    }

    void check(String word, String rest) throws InterruptedException {
        switch (word) {
            case "has4" -> awaitDefault(Family.IPV4_UNICAST, true);
            case "has6" -> awaitDefault(Family.IPV6_UNICAST, true);
            case "lacks4" -> awaitDefault(Family.IPV4_UNICAST, false);
            case "lacks6" -> awaitDefault(Family.IPV6_UNICAST, false);
            case "holds4" ->
                assertEquals(Integer.parseInt(rest), rib.in().received(Family.IPV4_UNICAST), "routes told");
            case "holds6" ->
                assertEquals(Integer.parseInt(rest), rib.in().received(Family.IPV6_UNICAST), "routes told");
            case "fault" -> assertFault(rest.split(" ", 2));
            case "no-fault" -> assertTrue(rib.faults.isEmpty(), () -> "faults: " + rib.faults);
            case "refused" -> {
                Refusal refusal = Refusal.valueOf(rest);
                long count = rib.in().refused().getOrDefault(refusal, 0L) - refusedBefore.getOrDefault(refusal, 0L);
                assertTrue(count > 0, () -> "refused: " + rib.in().refused());
            }
            case "counted" -> {
                String[] parts = rest.split(" ", 2);
                long least = Long.parseLong(parts[1]);
                Event event = Event.valueOf(parts[0]);
                Await.until(() -> event + " counted, not " + counted(event), () -> counted(event) >= least);
            }
            case "down" -> Await.until("down", () -> peer.state() != SessionState.ESTABLISHED);
            case "log-is-clean" ->
                assertTrue(
                        peer.history().stream().allMatch(c -> c.reason().chars().noneMatch(Character::isISOControl)),
                        () -> "control characters in " + peer.history());
            default -> throw new IllegalArgumentException("unknown step");
        }
    }

    private long counted(Event event) {
        return peer.counters().count(event) - before.getOrDefault(event, 0L);
    }

    private void awaitDefault(Family family, boolean present) throws InterruptedException {
        Await.until(() -> (present ? "a default route, " : "no default route, ") + rib.faults, () -> {
            rib.in().tick(System.nanoTime());
            return rib.in().defaultRoute(family).isPresent() == present;
        });
    }

    private void assertFault(String[] handlingAndReason) {
        Handling handling = Handling.valueOf(handlingAndReason[0]);
        ErrorReason reason = ErrorReason.valueOf(handlingAndReason[1]);
        assertTrue(
                rib.faults.stream().anyMatch(f -> f.handling() == handling && f.reason() == reason),
                () -> "faults: " + rib.faults.stream().map(BgpError::toString).toList());
    }

    /** Waits until nothing is left of the session, as the next misbehaviour needs it. */
    void settle() {
        long end = System.nanoTime() + 10_000_000_000L;
        while (rib.in().received(Family.IPV4_UNICAST) + rib.in().received(Family.IPV6_UNICAST) > 0 || isUp()) {
            assertTrue(System.nanoTime() - end < 0, () -> "routes are left: " + peer.history());
            rib.in().tick(System.nanoTime());
            Thread.onSpinWait();
        }
    }

    private boolean isUp() {
        @Nullable SessionInfo info = peer.status().info();
        return info != null;
    }
}
