package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routes are packed as tightly as messages allow, and nothing is sent that was not agreed on. */
class PackingTest {
    private static final PathAttributes ATTRIBUTES = PathAttributes.of(Origin.IGP, AsPath.of(65000))
            .with(new Attribute.Communities(List.of(Community.NO_EXPORT)));
    private static final NextHop V4_HOP = NextHop.of(IpAddress.parse("192.0.2.1"));
    private static final NextHop V6_HOP = NextHop.of(IpAddress.parse("2001:db8::1"));

    private static List<Nlri> hosts(Family family, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> family == Family.IPV4_UNICAST
                        ? IpAddress.v4(0x0A64_0000 + i)
                        : IpAddress.v6(0x2001_0db8_0100_0000L, i))
                .map(a -> Nlri.of(Prefix.host(a)))
                .toList();
    }

    private static NextHop hop(Family family) {
        return family == Family.IPV4_UNICAST ? V4_HOP : V6_HOP;
    }

    private static List<byte[]> announce(
            PathAttributes attributes, Family family, List<Nlri> routes, Negotiated context) {
        return Wire.encode(Update.announce(attributes, new Update.Reach(family, hop(family), routes)), context);
    }

    @ParameterizedTest
    @EnumSource
    void noMessageHasRoomForARouteOfTheNext(Family family) {
        for (Negotiated context : List.of(Contexts.EXTERNAL, Contexts.EVERYTHING)) {
            int routeBytes = (context.send().hasPathIds(family) ? 4 : 0)
                    + 1
                    + family.afi().bytes();
            int max = context.send().maxMessageBytes();
            for (int count : new int[] {1, 2, 700, 1000, 10_000}) {
                List<Nlri> routes = hosts(family, count);
                for (List<byte[]> messages : List.of(
                        announce(ATTRIBUTES, family, routes, context),
                        Wire.encode(Update.withdraw(family, routes), context))) {
                    for (byte[] message : messages.subList(0, messages.size() - 1)) {
                        assertTrue(message.length <= max && message.length > max - routeBytes, "" + message.length);
                    }
                    assertTrue(messages.getLast().length <= max);
                    List<Message> read = messages.stream()
                            .map(m -> Wire.accepted(Wire.decode(m, context)).message())
                            .toList();
                    List<Nlri> got = new ArrayList<>();
                    Routes.of(read).announced().forEach(r -> got.add(r.route()));
                    Routes.of(read).withdrawn().forEach(r -> got.add(r.route()));
                    assertEquals(routes, got);
                }
            }
        }
    }

    /** Every number of routes around the place where a length needs two bytes. */
    @Test
    void extendedLengthOnlyWhenNeeded() {
        for (int count = 1; count < 40; count++) {
            byte[] message = Wire.encode(
                            Update.withdraw(Family.IPV6_UNICAST, hosts(Family.IPV6_UNICAST, count)), Contexts.EXTERNAL)
                    .getFirst();
            boolean extended = 3 + 17 * count > 255;
            assertEquals(extended ? 0x90 : 0x80, message[23] & 0xFF, count + " routes");
            assertEquals(23 + (extended ? 4 : 3) + 3 + 17 * count, message.length);
        }
        for (int communities : new int[] {63, 64}) { // 252 and 256 bytes
            List<Community> values =
                    IntStream.range(0, communities).mapToObj(Community::new).toList();
            byte[] message = announce(
                            PathAttributes.of(Origin.IGP, AsPath.EMPTY).with(new Attribute.Communities(values)),
                            Family.IPV4_UNICAST,
                            hosts(Family.IPV4_UNICAST, 1),
                            Contexts.EXTERNAL)
                    .getFirst();
            assertEquals(communities == 64 ? 0xD0 : 0xC0, message[23 + 4 + 3 + 7] & 0xFF);
            assertEquals(
                    List.of(),
                    Wire.accepted(Wire.decode(message, Contexts.EXTERNAL)).faults());
        }
    }

    /** A message that is exactly full with the short length, one byte less, and so on. */
    @Test
    void everySizeOfAttributesLeavesARightMessage() {
        for (int bytes = 3900; bytes < 4096; bytes++) {
            PathAttributes attributes = PathAttributes.of(Origin.IGP, AsPath.EMPTY)
                    .with(new Attribute.Opaque(200, Bytes.of(new byte[bytes])));
            for (Family family : Family.values()) {
                List<Nlri> routes = hosts(family, 3);
                int fixed = 23 + 4 + 3 + 4 + bytes + (family == Family.IPV4_UNICAST ? 7 : 3 + 5 + 16);
                if (fixed + 1 + family.afi().bytes() > 4096) {
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> announce(attributes, family, routes, Contexts.EXTERNAL),
                            bytes + " " + family);
                } else {
                    for (byte[] message : announce(attributes, family, routes, Contexts.EXTERNAL)) {
                        assertTrue(message.length <= 4096);
                        assertEquals(
                                List.of(),
                                Wire.accepted(Wire.decode(message, Contexts.EXTERNAL))
                                        .faults());
                    }
                }
            }
        }
    }

    @Test
    void sameRoutesSameBytesWhateverTheOrderOfAttributes() {
        var communities =
                new Attribute.Communities(List.of(Community.of(2, 1), Community.of(1, 1), Community.of(2, 1)));
        var med = new Attribute.Med(1);
        PathAttributes one =
                PathAttributes.of(Origin.IGP, AsPath.EMPTY).with(communities).with(med);
        PathAttributes other = PathAttributes.of(med, communities)
                .with(new Attribute.Path(AsPath.EMPTY))
                .with(new Attribute.OriginAttribute(Origin.IGP));
        assertEquals(one, other);
        List<Nlri> routes = hosts(Family.IPV4_UNICAST, 1);
        assertArrayEquals(
                Wire.hex(
                        "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF 003C 02 0000 0020 40010100 400200 400304C0000201 80040400000001"
                                + "C008080001000100020001 200A640000"),
                announce(one, Family.IPV4_UNICAST, routes, Contexts.EXTERNAL).getFirst());
        assertArrayEquals(
                announce(one, Family.IPV4_UNICAST, routes, Contexts.EXTERNAL).getFirst(),
                announce(other, Family.IPV4_UNICAST, routes, Contexts.EXTERNAL).getFirst());
    }

    @Test
    void nothingIsSentThatWasNotAgreedOn() {
        List<Nlri> v4 = hosts(Family.IPV4_UNICAST, 1);
        List<Nlri> v6 = hosts(Family.IPV6_UNICAST, 1);
        List<Nlri> numbered = List.of(new Nlri(v4.getFirst().prefix(), 7));
        var encoder = new MessageEncoder(Contexts.IPV4_ONLY);
        MessageSink none = (_, _, _) -> {
            throw new AssertionError("sent");
        };
        assertThrows(
                IllegalArgumentException.class,
                () -> encoder.announce(ATTRIBUTES, Family.IPV6_UNICAST, V6_HOP, v6, none));
        assertThrows(IllegalArgumentException.class, () -> encoder.withdraw(Family.IPV6_UNICAST, v6, none));
        assertThrows(IllegalArgumentException.class, () -> encoder.withdraw(Family.IPV6_UNICAST, List.of(), none));
        assertThrows(
                IllegalArgumentException.class,
                () -> encoder.announce(ATTRIBUTES, Family.IPV4_UNICAST, V6_HOP, v4, none));
        assertThrows(
                IllegalArgumentException.class,
                () -> encoder.announce(ATTRIBUTES, Family.IPV4_UNICAST, V4_HOP, numbered, none));
        assertThrows(IllegalArgumentException.class, () -> encoder.withdraw(Family.IPV4_UNICAST, numbered, none));
        assertThrows(IllegalArgumentException.class, () -> encoder.withdraw(Family.IPV4_UNICAST, v6, none));
        var both = new MessageEncoder(Contexts.EXTERNAL);
        assertThrows(
                IllegalArgumentException.class, () -> both.announce(ATTRIBUTES, Family.IPV6_UNICAST, V4_HOP, v6, none));
    }

    @Test
    void ipv4RoutesOverIpv6() { // RFC 8950 section 3
        Negotiated context = Contexts.of(false, true, Set.of(Family.IPV4_UNICAST), 4096, Set.of(), true);
        var update = Update.announce(
                PathAttributes.of(Origin.IGP, AsPath.EMPTY),
                new Update.Reach(
                        Family.IPV4_UNICAST,
                        new NextHop(IpAddress.parse("2001:db8::1"), IpAddress.parse("fe80::1")),
                        hosts(Family.IPV4_UNICAST, 1)));
        assertArrayEquals(
                Wire.hex("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF 004B 02 0000 0034 800E2A 000101 20"
                        + "20010DB8000000000000000000000001 FE800000000000000000000000000001 00 200A640000"
                        + "40010100 400200"),
                Wire.encode(update, context).getFirst());
    }

    @Test
    void noRoutesNoMessage() {
        new MessageEncoder(Contexts.EXTERNAL)
                .announce(ATTRIBUTES, Family.IPV4_UNICAST, V4_HOP, List.of(), (_, _, _) -> {
                    throw new AssertionError("sent");
                });
    }
}
