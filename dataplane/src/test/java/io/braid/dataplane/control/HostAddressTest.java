package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostAddressTest {

    @ParameterizedTest
    @CsvSource({
        "10.100.0.7, 10.100.0.7",
        "1.0.0.0, 1.0.0.0",
        "223.255.255.255, 223.255.255.255",
        "126.0.0.1, 126.0.0.1",
        "169.253.0.1, 169.253.0.1",
        // RFC 5952, sections 4.1 to 4.3
        "2001:0db8::0001, 2001:db8::1",
        "2001:db8:0:0:0:0:2:1, 2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:DB8::AAAA, 2001:db8::aaaa",
        "2001:db8:0:0:0:0:0:0, 2001:db8::",
        "0:1:2:3:4:5:6:7, 0:1:2:3:4:5:6:7",
        "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
        "fd00::1, fd00::1"
    })
    void writesCanonicalText(String given, String canonical) {
        assertEquals(canonical, HostAddress.canonical(given));
    }

    @ParameterizedTest
    @CsvSource({
        "'', no IP address",
        "localhost, no IP address",
        "10.1, no IP address",
        "10.0.0.256, no IP address",
        "10.0.0.1000, no IP address",
        "010.0.0.1, no IP address",
        "0x0a.0.0.1, no IP address",
        "167772161, no IP address",
        "10.0.0.1., no IP address",
        "' 10.0.0.1', no IP address",
        "10.0.0.1%eth0, no IP address",
        "10.0.0.1:80, no IP address",
        "٣.1.1.1, no IP address",
        "10.0.0.1/32, prefix length",
        "2001:db8::1/128, prefix length",
        "2001:db8::1%eth0, no IP address",
        "[2001:db8::1], no IP address",
        "2001:db8::1::2, no IP address",
        "2001:db8, no IP address",
        "':', no IP address",
        "12345::, no IP address",
        "1:2:3:4:5:6:7:8:9, no IP address",
        "0.0.0.0, unspecified",
        "0.1.2.3, unspecified",
        "127.0.0.1, loopback",
        "169.254.1.1, link-local",
        "224.0.0.1, multicast",
        "239.255.255.255, multicast",
        "240.0.0.1, reserved",
        "255.255.255.255, broadcast",
        "'::', unspecified",
        "::1, loopback",
        "ff02::1, multicast",
        "fe80::1, link-local",
        "febf::1, link-local",
        "::ffff:10.0.0.1, IPv4-mapped",
        "::ffff:a00:1, IPv4-mapped",
        "::10.0.0.1, IPv4-compatible"
    })
    void refusesWhatNoTaskCanHave(String given, String why) {
        var e = assertThrows(ControlException.class, () -> HostAddress.canonical(given));
        assertEquals(ControlException.Kind.BAD_REQUEST, e.kind());
        assertTrue(e.explanation().startsWith("ips: "), e.explanation());
        assertTrue(e.explanation().contains(why), e.explanation());
    }

    /** Canonical text means the same address, is a fixed point, and any spelling leads to it. */
    @Test
    void canonicalTextKeepsTheAddress() throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            bytes[0] = 0x20;
            for (int group = 1; group < 8; group++) {
                if (random.nextInt(3) > 0) {
                    bytes[2 * group] = 0;
                    bytes[2 * group + 1] = 0;
                }
            }
            String full = ((Inet6Address) InetAddress.getByAddress(bytes)).getHostAddress();
            String canonical = HostAddress.canonical(full);
            assertArrayEquals(bytes, InetAddress.ofLiteral(canonical).getAddress(), "seed " + seed + ": " + full);
            assertEquals(canonical, HostAddress.canonical(canonical), "seed " + seed);
        }
    }
}
