package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Messages of another implementation: the bytes are those of ExaBGP's public suite (Exa-Networks/exabgp, qa/encoding, files
 * named at each test), what they mean is written here anew.
 */
class PublicVectorsTest {
    private static final String MARKER = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF";
    private static final IpAddress IPV6_HOP = IpAddress.parse("2a02:b80:0:2::1");

    private static Update read(String hex, Negotiated context) {
        Decoded.Accepted accepted = Wire.accepted(Wire.decode(Wire.hex(MARKER + hex), context));
        assertEquals(List.of(), accepted.faults());
        return (Update) accepted.message();
    }

    /** Reads the bytes as the value, and makes the same bytes of it again. */
    private static void bothWays(String hex, Negotiated context, Update expected) {
        assertEquals(expected, read(hex, context));
        List<byte[]> again = Wire.encode(expected, context);
        assertEquals(1, again.size());
        assertArrayEquals(Wire.hex(MARKER + hex), again.getFirst());
    }

    private static Update ipv4(PathAttributes attributes, String nextHop, String... prefixes) {
        List<Nlri> routes = java.util.Arrays.stream(prefixes)
                .map(p -> Nlri.of(Prefix.parse(p)))
                .toList();
        return Update.announce(
                attributes, new Update.Reach(Family.IPV4_UNICAST, NextHop.of(IpAddress.parse(nextHop)), routes));
    }

    private static PathAttributes internal(long localPref, Attribute... more) {
        PathAttributes result = PathAttributes.of(Origin.IGP, AsPath.EMPTY).with(new Attribute.LocalPref(localPref));
        for (Attribute attribute : more) {
            result = result.with(attribute);
        }
        return result;
    }

    @Test
    void plainExternalRoute() { // conf-ebgp
        bothWays(
                "002F:02:000000144001010040020602010000FFFD4003040A0001FE180A0000",
                Contexts.EXTERNAL,
                ipv4(PathAttributes.of(Origin.IGP, AsPath.of(65533)), "10.0.1.254", "10.0.0.0/24"));
    }

    @Test
    void twoByteAsNumbers() { // conf-no-asn4
        bothWays(
                "003402:0000001940010100400204020100644003040A00FFFE40050400000064180A0001",
                Contexts.OLD_INTERNAL,
                ipv4(
                        PathAttributes.of(Origin.IGP, AsPath.of(100)).with(new Attribute.LocalPref(100)),
                        "10.0.255.254",
                        "10.0.1.0/24"));
    }

    @Test
    void severalPrefixesWithCommunity() { // conf-new-v4
        bothWays(
                "003B:02:0000001C400101004002004003040A00FFFE40050400000064C0080478147814180A0002180A0006",
                Contexts.INTERNAL,
                ipv4(
                        internal(100, new Attribute.Communities(List.of(Community.of(30740, 30740)))),
                        "10.0.255.254",
                        "10.0.2.0/24",
                        "10.0.6.0/24"));
    }

    @Test
    void med() { // conf-split
        bothWays(
                "003E02:0000002340010100400200400304C0000201800404000000C840050400000064C0080400AE029A18AC0A00",
                Contexts.INTERNAL,
                ipv4(
                        internal(
                                100,
                                new Attribute.Med(200),
                                new Attribute.Communities(List.of(Community.of(174, 666)))),
                        "192.0.2.1",
                        "172.10.0.0/24"));
    }

    @Test
    void pathNumber() { // conf-path-information
        Negotiated addPath =
                Contexts.of(true, true, Set.of(Family.IPV4_UNICAST), 4096, Set.of(Family.IPV4_UNICAST), false);
        var route = new Nlri(Prefix.parse("10.0.0.10/32"), 1);
        bothWays(
                "0035:02:00000015400101004002004003040A0A010140050400000064:00000001:200A00000A",
                addPath,
                Update.announce(
                        internal(100),
                        new Update.Reach(
                                Family.IPV4_UNICAST, NextHop.of(IpAddress.parse("10.10.1.1")), List.of(route))));
    }

    @Test
    void extendedCommunities() { // conf-extended-attributes, conf-addpath
        bothWays(
                "003C:02:00000020400101004002004003040F0F0F0140050400000064C0100800030064000003E8200A000001",
                Contexts.INTERNAL,
                ipv4(
                        internal(
                                100,
                                new Attribute.ExtendedCommunities(
                                        List.of(new ExtendedCommunity(0x0003_0064_0000_03E8L)))),
                        "15.15.15.1",
                        "10.0.0.1/32"));
        Update read = read(
                "003C02:00000020400101004002004003040A00000140050400000064C01008000200480000000120C1000201",
                Contexts.INTERNAL);
        assertEquals(
                List.of(ExtendedCommunity.routeTarget(72, 1)), read.attributes().extendedCommunities());
    }

    @Test
    void largeCommunities() { // conf-largecommunity
        bothWays(
                "004C:02:0000003040010100400200400304C000020140050400000064C0201800000B62000000000000029A00000B620000"
                        + "0CF80000007B200808080A",
                Contexts.INTERNAL,
                ipv4(
                        internal(
                                100,
                                new Attribute.LargeCommunities(List.of(
                                        new LargeCommunity(2914, 0, 666), new LargeCommunity(2914, 3320, 123)))),
                        "192.0.2.1",
                        "8.8.8.10/32"));
    }

    @Test
    void aggregate() { // conf-aggregator
        bothWays(
                "004802:0000002D4001010040020A02020000E1DD00001B1B400304C0A801FE40050400000064400600C00708000046E0DB76E1BD"
                        + "12010040",
                Contexts.INTERNAL,
                ipv4(
                        PathAttributes.of(Origin.IGP, AsPath.of(57821, 6939))
                                .with(new Attribute.LocalPref(100))
                                .with(new Attribute.AtomicAggregate())
                                .with(new Attribute.Aggregator(18144, IpAddress.parse("219.118.225.189"))),
                        "192.168.1.254",
                        "1.0.64.0/18"));
    }

    @Test
    void ipv6RouteWithItsAttributeLast() { // conf-ipv46routes6family: RFC 7606 section 5.1 has it first
        Update read = read(
                "005902:0000004240010100400200400504000000C8C008087814000078147814800E26000201102A020B8000000002000000000000"
                        + "000100802A020B80000000010000000000000001",
                Contexts.INTERNAL);
        PathAttributes attributes =
                internal(200, new Attribute.Communities(List.of(Community.of(30740, 0), Community.of(30740, 30740))));
        assertEquals(
                Update.announce(
                        attributes,
                        new Update.Reach(
                                Family.IPV6_UNICAST,
                                NextHop.of(IPV6_HOP),
                                List.of(Nlri.of(Prefix.parse("2a02:b80:0:1::1/128"))))),
                read);
        assertArrayEquals(
                Wire.hex(MARKER
                        + "005902:00000042800E26000201102A020B8000000002000000000000000100802A020B8000000001000000000000000140"
                        + "010100400200400504000000C8C008087814000078147814"),
                Wire.encode(read, Contexts.INTERNAL).getFirst());
    }

    @Test
    void ipv4RouteOverIpv6() { // extended-nexthop
        Negotiated context = Contexts.of(true, true, Set.of(Family.IPV4_UNICAST), 4096, Set.of(), true);
        Update read = read(
                "0042:02:0000002B4001010040020040050400000064800E1A000101100BADCAFE0BADCAFE0BADCAFE0BADCAFE002099999999",
                context);
        assertEquals(
                new Update.Reach(
                        Family.IPV4_UNICAST,
                        NextHop.of(IpAddress.parse("bad:cafe:bad:cafe:bad:cafe:bad:cafe")),
                        List.of(Nlri.of(Prefix.parse("153.153.153.153/32")))),
                read.announced().getFirst());
    }

    @Test
    void endOfRibMarkers() { // conf-attributes; theirs has a length of two bytes that needs one
        Update ipv4 = read("0017:02:00000000", Contexts.EXTERNAL);
        assertEquals(Optional.of(Family.IPV4_UNICAST), ipv4.endOfRib());
        assertArrayEquals(
                Wire.hex(MARKER + "0017:02:00000000"),
                Wire.encode(ipv4, Contexts.EXTERNAL).getFirst());
        Update ipv6 = read("001E:02:00000007900F0003000201", Contexts.EXTERNAL);
        assertEquals(Optional.of(Family.IPV6_UNICAST), ipv6.endOfRib());
        assertArrayEquals(
                Wire.hex(MARKER + "001D:02:00000006800F03000201"),
                Wire.encode(ipv6, Contexts.EXTERNAL).getFirst());
    }

    @Test
    void endOfRibOfAFamilyThatWasNotAgreedOnSaysNothing() { // conf-parity
        Decoded.Accepted read =
                Wire.accepted(Wire.decode(Wire.hex(MARKER + "001E02:00000007900F0003000280"), Contexts.EXTERNAL));
        assertEquals(new Update(List.of(), List.of(), PathAttributes.NONE), read.message());
        assertEquals(Handling.ATTRIBUTE_DISCARD, read.faults().getFirst().handling());
        assertEquals(1, read.faults().size());
    }

    @Test
    void broadcastAddressIsNoNextHop() { // conf-attributes
        Decoded.Accepted read = Wire.accepted(Wire.decode(
                Wire.hex(MARKER
                        + "004C:02:0000003040010100400200400304FFFFFFFF40050400000064C020180000000100000002000000030000000A000000"
                        + "0B0000000C200A000007"),
                Contexts.INTERNAL));
        assertEquals(ErrorReason.INVALID_NEXT_HOP, read.faults().getFirst().reason());
        assertEquals(
                Update.withdraw(Family.IPV4_UNICAST, List.of(Nlri.of(Prefix.parse("10.0.0.7/32")))), read.message());
        assertTrue(((Update) read.message()).announced().isEmpty());
    }
}
