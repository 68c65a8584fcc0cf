package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NotificationTest {
    private static Notification decode(String body) {
        return (Notification)
                Wire.accepted(Wire.decode(Wire.message(MessageType.NOTIFICATION, Wire.hex(body)), Contexts.EXTERNAL))
                        .message();
    }

    private static String hex(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @Test
    void bytes() { // RFC 4271 section 4.5
        assertEquals(new Notification(2, 2, Bytes.ofHex("0001")), decode("02020001"));
        assertEquals(Optional.of(ErrorReason.BAD_PEER_AS), decode("0202").reason());
        assertEquals(Optional.empty(), decode("C8C8").reason());
        assertArrayEquals(
                Wire.message(MessageType.NOTIFICATION, Wire.hex("0400")),
                Wire.encode(Notification.of(ErrorReason.HOLD_TIMER_EXPIRED), Contexts.EXTERNAL)
                        .getFirst());
    }

    @Test
    void numbersOfReasonsAreUnique() {
        for (ErrorReason reason : ErrorReason.values()) {
            assertEquals(Optional.of(reason), ErrorReason.of(reason.code(), reason.subcode()));
        }
    }

    @Test
    void shutdownText() { // RFC 9003 section 2
        assertEquals(Optional.of("bye"), decode("060203" + hex("bye")).shutdownText());
        assertEquals(Optional.of("bye"), decode("060403" + hex("bye")).shutdownText());
        assertEquals(Optional.of("bye"), decode("060203" + hex("bye, and more")).shutdownText());
        assertEquals(Optional.of("größer"), decode("060208" + hex("größer")).shutdownText());
        String longest = "x".repeat(255);
        assertEquals(Optional.of(longest), decode("0602FF" + hex(longest)).shutdownText());
    }

    @Test
    void noShutdownText() {
        assertEquals(Optional.empty(), decode("0602").shutdownText());
        assertEquals(Optional.empty(), decode("060200").shutdownText());
        assertEquals(Optional.empty(), decode("060204" + hex("bye")).shutdownText(), "longer than there is");
        assertEquals(Optional.empty(), decode("060303" + hex("bye")).shutdownText(), "another reason");
        assertEquals(Optional.empty(), decode("030203" + hex("bye")).shutdownText(), "another code");
    }

    @Test
    void shutdownTextIsSafeToLog() {
        assertEquals(
                Optional.of("a\uFFFD[31mb\uFFFDc\uFFFDd\uFFFD"),
                decode("06020E" + hex("a\u001b[31mb\nc\u202ed") + "FF").shutdownText());
    }

    @Test
    void shutdownTextIsCutBetweenCharacters() {
        Notification short1 = Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "maintenance");
        assertEquals(Bytes.ofHex("0b" + hex("maintenance")), short1.data());
        for (int start = 0; start < 4; start++) {
            String text = "x".repeat(start) + "€".repeat(100);
            Notification cut = Notification.shutdown(ErrorReason.ADMINISTRATIVE_RESET, text);
            String kept = cut.shutdownText().orElseThrow();
            assertTrue(text.startsWith(kept), kept);
            assertTrue(cut.data().get(0) > 252, "no more was cut than needed");
        }
        assertEquals(
                Optional.empty(),
                Notification.shutdown(ErrorReason.ADMINISTRATIVE_RESET, "").shutdownText());
        assertThrows(IllegalArgumentException.class, () -> Notification.shutdown(ErrorReason.MAXIMUM_PREFIXES, "text"));
    }

    @Test
    void hardReset() { // RFC 8538 section 3.1
        Notification inner = Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "bye");
        Notification hard = inner.asHardReset();
        assertEquals(new Notification(6, 9, Bytes.ofHex("060203" + hex("bye"))), hard);
        assertTrue(hard.isHardReset());
        assertEquals(inner, hard.unwrapped());
        assertFalse(inner.isHardReset());
        assertEquals(inner, inner.unwrapped());
        Notification empty = Notification.of(ErrorReason.HARD_RESET);
        assertEquals(empty, empty.unwrapped());
    }

    @Test
    void errorsBecomeMessagesThatFit() {
        var error = BgpError.reset(ErrorReason.ATTRIBUTE_LENGTH, Bytes.of(new byte[60_000]), "long");
        assertEquals(
                4096, Wire.encode(error.toNotification(), Contexts.EXTERNAL).getFirst().length);
        assertEquals(3, error.code());
        assertEquals(5, error.subcode());
        assertThrows(
                IllegalArgumentException.class,
                () -> new BgpError(ErrorReason.ATTRIBUTE_LENGTH, Bytes.EMPTY, Handling.AFI_SAFI_DISABLE, null, ""));
    }

    @Test
    void refreshes() { // RFC 2918 section 3, RFC 7313 section 3.2
        assertEquals(RouteRefresh.request(Family.IPV6_UNICAST), refresh("00020001", Contexts.EXTERNAL));
        assertEquals(RouteRefresh.begin(Family.IPV4_UNICAST), refresh("00010101", Contexts.EXTERNAL));
        assertEquals(RouteRefresh.end(Family.IPV4_UNICAST), refresh("00010201", Contexts.EXTERNAL));
        assertEquals(new RouteRefresh(new AfiSafi(25, 70), 3), refresh("00190346", Contexts.EXTERNAL));
        assertEquals(RouteRefresh.request(Family.IPV4_UNICAST), refresh("00010201", Negotiated.INITIAL), "reserved");
        assertEquals(RouteRefresh.request(Family.IPV4_UNICAST), refresh("00010001FFFF", Contexts.EXTERNAL), "filters");
        assertArrayEquals(
                Wire.message(MessageType.ROUTE_REFRESH, Wire.hex("00020101")),
                Wire.encode(RouteRefresh.begin(Family.IPV6_UNICAST), Contexts.EXTERNAL)
                        .getFirst());
    }

    private static Message refresh(String body, Negotiated context) {
        return Wire.accepted(Wire.decode(Wire.message(MessageType.ROUTE_REFRESH, Wire.hex(body)), context))
                .message();
    }

    @Test
    void refreshMarkOfAnotherLength() { // RFC 7313 section 5
        for (String body : new String[] {"0001010100", "000102010000"}) {
            byte[] message = Wire.message(MessageType.ROUTE_REFRESH, Wire.hex(body));
            BgpError error = Wire.rejected(Wire.decode(message, Contexts.EXTERNAL));
            assertEquals(ErrorReason.INVALID_REFRESH_LENGTH, error.reason());
            assertEquals(Bytes.of(Arrays.copyOf(message, message.length)), error.data());
            assertEquals(
                    RouteRefresh.request(Family.IPV4_UNICAST),
                    Wire.accepted(Wire.decode(message, Negotiated.INITIAL)).message());
        }
    }
}
