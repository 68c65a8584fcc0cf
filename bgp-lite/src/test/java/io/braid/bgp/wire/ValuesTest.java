package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that messages are made of. */
class ValuesTest {
    @ParameterizedTest
    @CsvSource({ // RFC 5952 section 4
        "192.0.2.1, 192.0.2.1",
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "::, ::",
        "::1, ::1",
        "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
        "2001:0db8::0001, 2001:db8::1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "fe80::, fe80::",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "::ffff:192.0.2.1, ::ffff:192.0.2.1",
        "64:ff9b::192.0.2.1, 64:ff9b::c000:201",
    })
    void addresses(String text, String canonical) {
        assertEquals(canonical, IpAddress.parse(text).toString());
        assertEquals(IpAddress.parse(text), IpAddress.parse(canonical));
        assertEquals(IpAddress.parse(text), IpAddress.of(IpAddress.parse(text).toBytes()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.2.3",
                "1.2.3.4.5",
                "256.1.1.1",
                "01.2.3.4",
                "1.2.3.4 ",
                "a.b.c.d",
                ":",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "12345::",
                "::g",
                "fe80::1%eth0",
                "::1.2.3",
                "1.2.3.4::",
                "1:",
                ":1"
            })
    void noAddresses(String text) {
        assertThrows(IllegalArgumentException.class, () -> IpAddress.parse(text));
    }

    @Test
    void addressesAsTheJdkReadsThem() throws UnknownHostException {
        var random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            // Whole groups of zeros, or none.
            long zeros = random.nextBoolean() ? 0x0000_FFFF_0000_0000L : 0xFFFF_0000_0000_FFFFL;
            long low = random.nextBoolean() ? random.nextInt(3) : random.nextLong() & ~zeros;
            IpAddress v6 = IpAddress.v6(random.nextLong() & zeros, low);
            assertArrayEquals(InetAddress.getByName(v6.toString()).getAddress(), v6.toBytes());
            assertEquals(v6, IpAddress.parse(v6.toString()));
            IpAddress v4 = IpAddress.v4(random.nextInt());
            assertArrayEquals(InetAddress.getByName(v4.toString()).getAddress(), v4.toBytes());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, true",
        "0.0.0.0, false",
        "0.1.2.3, false",
        "127.0.0.1, false",
        "224.0.0.1, false",
        "239.255.255.255, false",
        "240.0.0.1, false",
        "255.255.255.255, false",
        "223.255.255.255, true",
        "169.254.0.1, true",
        "::, false",
        "::1, false",
        "ff02::1, false",
        "fe80::1, true",
        "2001:db8::1, true",
        "::ffff:10.0.0.1, true"
    })
    void hosts(String address, boolean isHost) {
        assertEquals(isHost, IpAddress.parse(address).isHost());
    }

    @Test
    void prefixesAreCanonical() {
        assertEquals(Prefix.parse("10.100.0.0/16"), Prefix.of(IpAddress.parse("10.100.7.9"), 16));
        assertEquals(Prefix.parse("2001:db8::/32"), Prefix.of(IpAddress.parse("2001:db8:ffff::1"), 32));
        assertEquals(Prefix.parse("2001:db8:1:2:8000::/65"), Prefix.of(IpAddress.parse("2001:db8:1:2:ffff::1"), 65));
        assertEquals(Prefix.parse("0.0.0.0/0"), Prefix.of(IpAddress.parse("1.2.3.4"), 0));
        assertTrue(Prefix.parse("::/0").isDefault());
        assertNotEquals(Prefix.parse("::/0"), Prefix.parse("0.0.0.0/0"));
        assertTrue(Prefix.parse("10.0.0.1/32").isHost());
        assertFalse(Prefix.parse("2001:db8::/32").isHost());
        assertEquals("2001:db8::/32", Prefix.parse("2001:db8::/32").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/08",
                "10.0.0.1/24",
                "::/129",
                "2001:db8::1/64",
                "/8",
                "10.0.0.0/"
            })
    void noPrefixes(String text) {
        assertThrows(IllegalArgumentException.class, () -> Prefix.parse(text));
    }

    @Test
    void whatIsInAPrefix() {
        Prefix prefix = Prefix.parse("10.100.0.0/16");
        assertTrue(prefix.contains(IpAddress.parse("10.100.255.255")));
        assertFalse(prefix.contains(IpAddress.parse("10.101.0.0")));
        assertFalse(prefix.contains(IpAddress.parse("::")));
        assertTrue(prefix.contains(Prefix.parse("10.100.1.0/24")));
        assertTrue(prefix.contains(prefix));
        assertFalse(prefix.contains(Prefix.parse("10.0.0.0/8")));
        assertTrue(Prefix.parse("2001:db8::/65").contains(IpAddress.parse("2001:db8::7fff:0:0:1")));
        assertFalse(Prefix.parse("2001:db8::/65").contains(IpAddress.parse("2001:db8::8000:0:0:1")));
    }

    @Test
    void paths() {
        assertEquals(3, AsPath.of(1, 2, 3).length());
        assertEquals("1 2 3", AsPath.of(1, 2, 3).toString());
        assertEquals(AsPath.of(7, 7, 1), AsPath.of(1).prepend(7, 2));
        assertEquals(AsPath.of(7), AsPath.EMPTY.prepend(7, 1));
        assertEquals(AsPath.EMPTY, AsPath.EMPTY.prepend(7, 0));
        assertEquals(
                OptionalLong.of(4_000_000_000L), AsPath.of(4_000_000_000L, 1).first());
        assertEquals(OptionalLong.empty(), AsPath.EMPTY.first());
        var set = new AsPath(
                List.of(AsSegment.of(AsSegment.Type.SET, 1, 2), AsSegment.of(AsSegment.Type.CONFED_SEQUENCE, 3)));
        assertEquals(1, set.length());
        assertTrue(set.hasSet() && set.hasConfed() && set.contains(3));
        assertEquals("{1 2} (3)", set.toString());
        assertEquals(2, set.prepend(9, 1).length());
        AsPath full = AsPath.of(new long[255]);
        assertEquals(256, full.prepend(9, 1).length());
        assertEquals(2, full.prepend(9, 1).segments().size());
        assertThrows(IllegalArgumentException.class, () -> AsSegment.of(AsSegment.Type.SET));
        assertThrows(IllegalArgumentException.class, () -> AsSegment.of(AsSegment.Type.SET, 1L << 32));
    }

    @Test
    void communities() {
        assertEquals(0xFFFFFF01, Community.parse("no-export").value()); // RFC 1997
        assertEquals(0xFFFFFF02, Community.parse("no-advertise").value());
        assertEquals(0xFFFF0000, Community.parse("graceful-shutdown").value()); // RFC 8326
        assertEquals(0xFFFF029A, Community.parse("blackhole").value()); // RFC 7999
        assertEquals("65000:100", Community.parse("65000:100").toString());
        for (String bad : List.of("65536:1", "1:65536", "1", "1:", "noexport", "1:2:3", "-1:2")) {
            assertThrows(IllegalArgumentException.class, () -> Community.parse(bad), bad);
        }
        assertEquals("4294967295:0:1", new LargeCommunity(4294967295L, 0, 1).toString());
        assertThrows(IllegalArgumentException.class, () -> new LargeCommunity(1L << 32, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Attribute.Communities(List.of()));
    }

    @Test
    void linkBandwidth() { // draft-ietf-idr-link-bandwidth section 2: 100 Gbit/s are 12.5e9 bytes
        ExtendedCommunity community = ExtendedCommunity.linkBandwidth(65000, 12.5e9f);
        assertEquals(0x4004_FDE8_503A_43B7L, community.value());
        assertEquals(OptionalDouble.of(12.5e9f), community.linkBandwidth());
        assertFalse(community.isTransitive());
        assertEquals(0x5BA0, ExtendedCommunity.linkBandwidth(200000, 1).value() >>> 32 & 0xFFFF);
        for (int bits : new int[] {0x7FC00000, 0x7F800000, 0xBF800000}) { // no number, infinite, negative
            assertEquals(
                    OptionalDouble.empty(),
                    new ExtendedCommunity(0x4004_FDE8_0000_0000L | (bits & 0xFFFFFFFFL)).linkBandwidth());
        }
        assertEquals(OptionalDouble.empty(), ExtendedCommunity.routeTarget(1, 1).linkBandwidth());
        assertThrows(IllegalArgumentException.class, () -> ExtendedCommunity.linkBandwidth(1, Float.NaN));
        assertThrows(IllegalArgumentException.class, () -> ExtendedCommunity.linkBandwidth(1, -1));
    }

    @Test
    void attributesAreASet() {
        PathAttributes attributes = PathAttributes.of(Origin.EGP, AsPath.of(1)).with(new Attribute.Med(5));
        assertEquals(PathAttributes.of(Origin.EGP, AsPath.of(1)), attributes.without(AttributeType.MED));
        assertEquals(3, attributes.with(new Attribute.Med(6)).list().size());
        assertThrows(
                IllegalArgumentException.class, () -> PathAttributes.of(new Attribute.Med(1), new Attribute.Med(2)));
        assertThrows(IllegalArgumentException.class, () -> new Attribute.Opaque(2, Bytes.EMPTY));
        assertEquals(List.of(), attributes.communities());
    }

    @Test
    void routesOfOneKindOnly() {
        List<Nlri> v4 = List.of(Nlri.of(Prefix.parse("10.0.0.1/32")));
        NextHop hop = NextHop.of(IpAddress.parse("10.0.0.1"));
        assertThrows(IllegalArgumentException.class, () -> new Update.Unreach(Family.IPV6_UNICAST, v4));
        assertThrows(IllegalArgumentException.class, () -> new Update.Reach(Family.IPV6_UNICAST, hop, v4));
        assertThrows(IllegalArgumentException.class, () -> new Update.Reach(Family.IPV4_UNICAST, hop, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new NextHop(hop.address(), IpAddress.parse("fe80::1")));
        assertThrows(
                IllegalArgumentException.class,
                () -> new NextHop(IpAddress.parse("2001:db8::1"), IpAddress.parse("2001:db8::2")));
    }
}
