package io.braid.dataplane.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
    @ParameterizedTest
    @CsvSource({"0.0.0.0, 00000000", "10.0.0.1, 0a000001", "192.0.2.255, c00002ff", "255.255.255.255, ffffffff"})
    void readsAndPrintsV4(String text, String hex) {
        var address = assertInstanceOf(Ipv4Address.class, IpAddress.parse(text));
        assertEquals(Integer.parseUnsignedInt(hex, 16), address.bits());
        assertEquals(text, address.toString());
        assertEquals(address, IpAddress.ofBytes(address.toBytes()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "1.2",
                "1.2.3",
                "1.2.3.",
                "1.2.3.4.",
                "1.2.3.4.5",
                ".1.2.3.4",
                "1..2.3",
                "256.1.1.1",
                "1.2.3.256",
                "01.2.3.4",
                "1.2.3.04",
                "00.0.0.0",
                "1.2.3.4 ",
                " 1.2.3.4",
                "+1.2.3.4",
                "1.2.3.-4",
                "0x1.2.3.4",
                "1.2.3.4/24",
                "99999999999999999999.1.1.1",
                "localhost",
                "a.b.c.d",
                "١.٢.٣.٤",
                "1.2.3.4\u0000"
            })
    void refusesWhatIsNotV4(String text) {
        assertThrows(MalformedValueException.class, () -> Ipv4Address.parse(text));
        assertThrows(MalformedValueException.class, () -> IpAddress.parse(text));
    }

    /** Input and canonical form; the last six are the examples of RFC 5952, sections 4.2 and 5. */
    @ParameterizedTest
    @CsvSource({
        "::, ::",
        "::1, ::1",
        "1::, 1::",
        "0:0:0:0:0:0:0:0, ::",
        "2001:DB8::A, 2001:db8::a",
        "2001:db8:0:0::1, 2001:db8::1",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "1:0:0:4:5:0:0:8, 1::4:5:0:0:8",
        "1:0:0:4:0:0:0:8, 1:0:0:4::8",
        "0:0:3:4:5:6:7:8, ::3:4:5:6:7:8",
        "1:2:3:4:5:6:0:0, 1:2:3:4:5:6::",
        "::1.2.3.4, ::102:304",
        "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:0db8::0001, 2001:db8::1",
        "2001:db8:0:0:0:0:2:1, 2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "::ffff:192.0.2.1, ::ffff:192.0.2.1"
    })
    void readsAndPrintsV6(String text, String canonical) {
        var address = assertInstanceOf(Ipv6Address.class, IpAddress.parse(text));
        assertEquals(canonical, address.toString());
        assertEquals(address, IpAddress.parse(canonical));
        assertEquals(address, IpAddress.ofBytes(address.toBytes()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":", ":::", "1:", ":1", "1::2::3", "::1::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "12345::", "g::", "fe80::1%eth0", "fe80::1%", "::1/64",
                        "[::1]", ":: 1",
                "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.256", "::1.2.3.04", "1.2.3.4::", "::1.2.3.4:5", "1:::2",
                        "-1::", "::١",
                "1:2:3:4:5:6:7:"
            })
    void refusesWhatIsNotV6(String text) {
        var e = assertThrows(MalformedValueException.class, () -> IpAddress.parse(text));
        assertTrue(e.getMessage().startsWith("expected an IPv6 address, found \""), e.getMessage());
    }

    /**
     * The JDK's own literal parser is an independent judge: it must agree on bits, and our text must mean the same to
     * it.
     */
    @Test
    void agreesWithTheJdkOnRandomAddresses() throws UnknownHostException {
        long seed = 20261129L;
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j++) {
                if (random.nextInt(3) > 0) {
                    bytes[j] = 0; // many zero groups, where shortening goes wrong
                }
            }
            IpAddress address = IpAddress.ofBytes(bytes);
            if (address instanceof Ipv6Address v6 && v6.isV4Mapped()) {
                continue; // the JDK turns these into IPv4
            }
            String text = address.toString();
            assertEquals(address, IpAddress.parse(text), () -> "seed " + seed + ": " + text);
            InetAddress judge = InetAddress.ofLiteral(text);
            assertArrayEquals(bytes, judge.getAddress(), () -> "seed " + seed + ": " + text);
            assertEquals(address, IpAddress.parse(judge.getHostAddress()), () -> "seed " + seed + ": " + text);
        }
    }

    @Test
    void randomTextNeverDoesAnythingButParseOrRefuse() {
        long seed = 7L;
        var random = new Random(seed);
        String alphabet = "0123456789abcdefF:.:./%g ";
        int parsed = 0;
        for (int i = 0; i < 200_000; i++) {
            var text = new StringBuilder();
            int length = random.nextInt(20);
            for (int j = 0; j < length; j++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                IpAddress address = IpAddress.parse(text.toString());
                assertEquals(address, IpAddress.parse(address.toString()), () -> "seed " + seed + ": " + text);
                parsed++;
            } catch (MalformedValueException e) {
                assertTrue(e.getMessage().contains("found"), e.getMessage());
            }
        }
        assertTrue(parsed > 0, "the generator should make some valid addresses");
    }

    @Test
    void ordersByFamilyThenUnsigned() {
        List<String> ordered = List.of(
                "0.0.0.0", "10.0.0.1", "127.255.255.255", "128.0.0.0", "255.0.0.0", "::", "::1", "0:0:0:1::", "fe80::");
        var shuffled = ordered.reversed().stream()
                .map(IpAddress::parse)
                .sorted()
                .map(IpAddress::toString)
                .toList();
        assertEquals(
                ordered.stream().map(text -> IpAddress.parse(text).toString()).toList(), shuffled);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, unspecified",
        "::, unspecified",
        "127.0.0.1, loopback",
        "127.255.255.255, loopback",
        "::1, loopback",
        "224.0.0.1, multicast",
        "239.255.255.255, multicast",
        "ff02::1, multicast",
        "169.254.0.0, link-local",
        "169.254.255.255, link-local",
        "fe80::1, link-local",
        "febf::1, link-local",
        "10.0.0.1, plain",
        "240.0.0.1, plain",
        "223.255.255.255, plain",
        "169.253.1.1, plain",
        "fec0::1, plain",
        "fe7f::1, plain",
        "2001:db8::1, plain",
        "::2, plain"
    })
    void knowsSpecialRanges(String text, String kind) {
        IpAddress address = IpAddress.parse(text);
        assertEquals(kind.equals("unspecified"), address.isUnspecified());
        assertEquals(kind.equals("loopback"), address.isLoopback());
        assertEquals(kind.equals("multicast"), address.isMulticast());
        assertEquals(kind.equals("link-local"), address.isLinkLocal());
    }

    @Test
    void masksAtEveryLength() {
        var v4 = new Ipv4Address(-1);
        for (int length = 0; length <= 32; length++) {
            assertEquals(length, Integer.bitCount(v4.masked(length).bits()));
            assertEquals(v4, v4.masked(length).lastOf(length));
        }
        var v6 = new Ipv6Address(-1, -1);
        for (int length = 0; length <= 128; length++) {
            Ipv6Address masked = v6.masked(length);
            assertEquals(length, Long.bitCount(masked.high()) + Long.bitCount(masked.low()));
            assertEquals(v6, masked.lastOf(length));
        }
        assertThrows(IllegalArgumentException.class, () -> v4.masked(33));
        assertThrows(IllegalArgumentException.class, () -> v6.masked(-1));
        assertThrows(IllegalArgumentException.class, () -> v6.lastOf(129));
    }

    @Test
    void tellsTheFamilies() {
        assertTrue(IpAddress.parse("10.0.0.1").isV4());
        assertFalse(IpAddress.parse("10.0.0.1").isV6());
        assertEquals("IPv6", IpAddress.parse("::1").family());
        assertThrows(IllegalArgumentException.class, () -> IpAddress.ofBytes(new byte[5]));
    }

    @Test
    void messageShowsNoControlCharactersAndStaysShort() {
        var e = assertThrows(MalformedValueException.class, () -> IpAddress.parse("\u001b[2J" + "x".repeat(10_000)));
        assertTrue(e.getMessage().length() < 200, e.getMessage());
        assertTrue(e.getMessage().contains("\\u001b[2J"), e.getMessage());
    }
}
