package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.AsSegment;
import io.braid.bgp.wire.Attribute;
import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Decoded;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.MessageDecoder;
import io.braid.bgp.wire.MessageEncoder;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Origin;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing a peer says is believed but the default routes that were asked for, and only while they are right. */
class AdjRibInTest {
    private static final IpAddress SWITCH4 = IpAddress.parse("192.0.2.0");
    private static final IpAddress SWITCH6 = IpAddress.parse("2001:db8::");
    private static final IpAddress OWN4 = IpAddress.parse("192.0.2.1");
    private static final Prefix DEFAULT4 = Prefix.parse("0.0.0.0/0");
    private static final Prefix DEFAULT6 = Prefix.parse("::/0");
    private static final PathAttributes GOOD = PathAttributes.of(Origin.IGP, AsPath.of(Fixture.PEER_AS));
    private static final ImportPolicy POLICY = ImportPolicy.denyAll(Fixture.LOCAL_AS, Fixture.PEER_AS)
            .withDefaultRoutes(Fixture.BOTH)
            .withLink(Set.of(OWN4), Set.of(Prefix.parse("192.0.2.0/31")));

    private final List<String> changes = new ArrayList<>();

    private AdjRibIn in(ImportPolicy policy) {
        return in(policy, Fixture.EXTERNAL);
    }

    private AdjRibIn in(ImportPolicy policy, Negotiated session) {
        var in = new AdjRibIn(
                policy, Duration.ofSeconds(60), (family, present, why) -> changes.add(family + " " + present));
        in.established(session, Optional.empty(), 0);
        return in;
    }

    static Update announce(IpAddress nextHop, PathAttributes attributes, Nlri... routes) {
        Family family = routes[0].prefix().family();
        return Update.announce(attributes, new Update.Reach(family, NextHop.of(nextHop), List.of(routes)));
    }

    private static Update default4(PathAttributes attributes) {
        return announce(SWITCH4, attributes, Nlri.of(DEFAULT4));
    }

    private static Update withdraw(Prefix prefix) {
        return Update.withdraw(prefix.family(), List.of(Nlri.of(prefix)));
    }

    @Test
    void aDefaultRouteThatWasAskedForIsTheSignOfAPath() {
        AdjRibIn in = in(POLICY);
        assertEquals(Optional.empty(), in.update(default4(GOOD)));
        assertEquals(Optional.empty(), in.update(announce(SWITCH6, GOOD, Nlri.of(DEFAULT6))));
        assertEquals(
                Optional.of(new DefaultRoute(NextHop.of(SWITCH4), GOOD, false)), in.defaultRoute(Family.IPV4_UNICAST));
        in.update(default4(GOOD.with(new Attribute.Med(5))));
        in.update(withdraw(DEFAULT4));
        in.update(withdraw(DEFAULT4));
        assertEquals(List.of("IPV4_UNICAST true", "IPV6_UNICAST true", "IPV4_UNICAST false"), changes);
        in.down(false, 0);
        assertEquals("IPV6_UNICAST false", changes.getLast());
        assertThrows(IllegalStateException.class, () -> in.update(default4(GOOD)));
    }

    @Test
    void allElseIsCountedAndRefused() {
        AdjRibIn in = in(ImportPolicy.denyAll(Fixture.LOCAL_AS, Fixture.PEER_AS));
        in.update(default4(GOOD));
        in.update(announce(SWITCH4, GOOD, Nlri.of(Prefix.parse("10.0.0.0/8"))));
        in.update(announce(SWITCH4, GOOD, Nlri.of(Prefix.parse("10.100.0.7/32"))));
        assertEquals(List.of(), changes);
        assertEquals(3, in.received(Family.IPV4_UNICAST));
        assertEquals(Map.of(Refusal.NOT_CONFIGURED, 3L), in.refused());
    }

    static Stream<Arguments> wrongs() {
        return Stream.of(
                Arguments.of(Refusal.AS_PATH, default4(path(AsPath.of(Fixture.PEER_AS, Fixture.LOCAL_AS)))),
                Arguments.of(Refusal.AS_PATH, default4(path(AsPath.of(1, Fixture.PEER_AS)))),
                Arguments.of(Refusal.AS_PATH, default4(path(AsPath.EMPTY))),
                Arguments.of(
                        Refusal.AS_PATH,
                        default4(path(new AsPath(List.of(
                                AsSegment.of(AsSegment.Type.SEQUENCE, Fixture.PEER_AS),
                                AsSegment.of(AsSegment.Type.SET, 1, 2)))))),
                Arguments.of(Refusal.NEXT_HOP, announce(OWN4, GOOD, Nlri.of(DEFAULT4))),
                Arguments.of(Refusal.NEXT_HOP, announce(IpAddress.parse("192.0.2.9"), GOOD, Nlri.of(DEFAULT4))),
                Arguments.of(Refusal.NEXT_HOP, announce(IpAddress.parse("224.0.0.1"), GOOD, Nlri.of(DEFAULT4))),
                Arguments.of(Refusal.NEXT_HOP, announce(IpAddress.parse("0.0.0.0"), GOOD, Nlri.of(DEFAULT4))),
                Arguments.of(Refusal.ROUTE_LEAK, default4(GOOD.with(new Attribute.OnlyToCustomer(7)))));
    }

    private static PathAttributes path(AsPath path) {
        return PathAttributes.of(Origin.IGP, path);
    }

    @ParameterizedTest
    @MethodSource("wrongs")
    void aWrongRouteIsRefusedAndReplacesARightOne(Refusal why, Update wrong) {
        AdjRibIn in = in(POLICY.withRole(BgpRole.PROVIDER));
        in.update(default4(GOOD));
        in.update(wrong);
        assertEquals(Map.of(why, 1L), in.refused());
        assertEquals(List.of("IPV4_UNICAST true", "IPV4_UNICAST false"), changes);
        in.update(default4(GOOD));
        assertEquals("IPV4_UNICAST true", changes.getLast());
    }

    @Test
    void aRouteTreatedAsWithdrawnIsGone() {
        AdjRibIn in = in(POLICY);
        in.update(default4(GOOD));
        new MessageEncoder(Fixture.EXTERNAL).encode(default4(GOOD), (buffer, offset, length) -> {
            byte[] bad = java.util.Arrays.copyOfRange(buffer, offset, offset + length);
            assertEquals(1, bad[24], "ORIGIN comes first");
            bad[26] = 9; // RFC 7606 section 7.1: an undefined value of ORIGIN
            Decoded.Accepted read = assertInstanceOf(
                    Decoded.Accepted.class, MessageDecoder.decode(bad, 0, bad.length, Fixture.EXTERNAL));
            assertEquals(1, read.faults().size());
            assertEquals(Optional.empty(), in.update((Update) read.message()));
        });
        assertEquals(List.of("IPV4_UNICAST true", "IPV4_UNICAST false"), changes);
        assertEquals(0, in.received(Family.IPV4_UNICAST));
    }

    @Test
    void aNextHopMayBeOnAnyOfTheLinks() {
        AdjRibIn in = in(
                POLICY.withLink(Set.of(OWN4), Set.of(Prefix.parse("192.0.2.0/31"), Prefix.parse("198.51.100.0/31"))));
        in.update(default4(GOOD));
        in.update(announce(IpAddress.parse("198.51.100.1"), GOOD, Nlri.of(DEFAULT4)));
        assertEquals(List.of("IPV4_UNICAST true"), changes);
        assertEquals(Map.of(), in.refused());
    }

    @Test
    void severalDefaultRoutesAreThereUntilTheLastIsGone() {
        AdjRibIn in = in(POLICY, Fixture.ADD_PATH);
        in.update(announce(SWITCH4, GOOD, new Nlri(DEFAULT4, 1), new Nlri(DEFAULT4, 2)));
        in.update(Update.withdraw(Family.IPV4_UNICAST, List.of(new Nlri(DEFAULT4, 1))));
        assertEquals(List.of("IPV4_UNICAST true"), changes);
        in.update(Update.withdraw(Family.IPV4_UNICAST, List.of(new Nlri(DEFAULT4, 2))));
        assertEquals(List.of("IPV4_UNICAST true", "IPV4_UNICAST false"), changes);
    }

    private static Nlri[] many(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> Nlri.of(Prefix.host(IpAddress.v4(0x1400_0000 + i))))
                .toArray(Nlri[]::new);
    }

    @Test
    void aPeerThatTellsMoreRoutesThanItMayIsCutOff() {
        AdjRibIn in = in(POLICY.withMaxPrefixes(10));
        assertEquals(Optional.empty(), in.update(announce(SWITCH4, GOOD, many(0, 10))));
        assertEquals(Optional.empty(), in.update(announce(SWITCH4, GOOD, many(0, 10))), "the same again");
        in.update(Update.withdraw(Family.IPV4_UNICAST, List.of(many(0, 1))));
        assertEquals(Optional.empty(), in.update(default4(GOOD)));
        Notification end = in.update(announce(SWITCH4, GOOD, many(10, 1))).orElseThrow();
        assertEquals(Optional.of(ErrorReason.MAXIMUM_PREFIXES), end.reason());
        assertEquals(6, end.code());
        assertEquals(1, end.subcode());
        assertEquals(
                "0001010000000a", java.util.HexFormat.of().formatHex(end.data().toArray()));
    }

    @Test
    void aMillionRoutesTakeNoMoreMemoryThanTheLimitAllows() {
        AdjRibIn in = in(POLICY.withMaxPrefixes(1000));
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            refused += in.update(announce(SWITCH4, GOOD, many(i * 1000, 1000))).isPresent() ? 1 : 0;
            assertTrue(in.received(Family.IPV4_UNICAST) <= 1001);
        }
        assertEquals(999, refused);
        assertEquals(1001, in.received(Family.IPV4_UNICAST));
        in.down(false, 0);
        assertEquals(0, in.received(Family.IPV4_UNICAST));
    }

    @Test
    void aDisabledFamilysRoutesAreVoid() {
        AdjRibIn in = in(POLICY);
        in.update(default4(GOOD));
        in.familyDisabled(Family.IPV4_UNICAST);
        assertEquals(List.of("IPV4_UNICAST true", "IPV4_UNICAST false"), changes);
        assertFalse(in.defaultRoute(Family.IPV4_UNICAST).isPresent());
    }

    @Test
    void whatIsSaidOfWatchedAddressesIsKeptAndNotBelieved() {
        AdjRibIn in = in(POLICY.withWatched(Set.of(Prefix.parse("10.100.0.0/16"), Prefix.parse("2001:db8:100::/48"))));
        var other = PathAttributes.of(Origin.IGP, AsPath.of(Fixture.PEER_AS, 65018));
        Nlri four = Nlri.of(Prefix.parse("10.100.0.7/32"));
        Nlri six = Nlri.of(Prefix.parse("2001:db8:100::7/128"));
        in.update(announce(
                SWITCH4, other, four, Nlri.of(Prefix.parse("10.100.0.0/24")), Nlri.of(Prefix.parse("10.9.0.1/32"))));
        in.update(announce(SWITCH6, other, six));
        assertEquals(
                List.of(four, six), in.heard().stream().map(HeardRoute::route).toList());
        assertEquals(65018, in.heard().getFirst().origin().orElseThrow());
        assertEquals(Optional.empty(), in.defaultRoute(Family.IPV4_UNICAST));
        in.update(withdraw(four.prefix()));
        assertEquals(List.of(six), in.heard().stream().map(HeardRoute::route).toList());
        in.down(false, 0);
        assertEquals(List.of(), in.heard());
        assertEquals(List.of(), in(POLICY).heard());
    }
}
