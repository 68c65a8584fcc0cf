package io.braid.dataplane.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpPrefixTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0/0, 255.255.255.255",
        "10.0.0.0/8, 10.255.255.255",
        "192.0.2.1/32, 192.0.2.1",
        "2001:db8::/32, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
        "::/0, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db8::/80, 2001:db8::ffff:ffff:ffff"
    })
    void readsAndPrints(String text, String last) {
        IpPrefix prefix = IpPrefix.parse(text);
        assertEquals(text, prefix.toString());
        assertEquals(last, prefix.last().toString());
        assertTrue(prefix.contains(prefix.last()));
        assertTrue(prefix.contains(prefix.address()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "10.0.0.0",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/08",
                "10.0.0.0/8/8",
                "10.0.0.0/8 ",
                "10.0.0/8",
                "::/129",
                "::/0128",
                "::/٨",
                "10.0.0.0/255.0.0.0",
                "fe80::%1/64",
                "x/8",
                "10.0.0.0/99999999999"
            })
    void refusesOtherText(String text) {
        assertThrows(MalformedValueException.class, () -> IpPrefix.parse(text));
        assertThrows(MalformedValueException.class, () -> InterfaceAddress.parse(text));
    }

    @Test
    void hostBitsAreRefusedWithTheLikelyPrefix() {
        var e = assertThrows(MalformedValueException.class, () -> IpPrefix.parse("10.0.0.1/8"));
        assertEquals(
                "expected a prefix such as 10.100.0.0/16 or 2001:db8:100::/48, found \"10.0.0.1/8\""
                        + " (bits are set after the prefix; did you mean 10.0.0.0/8?)",
                e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new IpPrefix(IpAddress.parse("10.0.0.1"), 8));
        assertThrows(IllegalArgumentException.class, () -> new IpPrefix(IpAddress.parse("10.0.0.0"), 64));
    }

    @Test
    void containsAndOverlaps() {
        IpPrefix wide = IpPrefix.parse("10.0.0.0/8");
        IpPrefix narrow = IpPrefix.parse("10.1.0.0/16");
        assertTrue(wide.contains(narrow));
        assertFalse(narrow.contains(wide));
        assertTrue(narrow.overlaps(wide));
        assertFalse(narrow.overlaps(IpPrefix.parse("10.2.0.0/16")));
        assertFalse(IpPrefix.parse("::/0").contains(IpAddress.parse("10.0.0.1")));
        assertFalse(IpPrefix.parse("::/0").overlaps(IpPrefix.parse("0.0.0.0/0")));
        assertTrue(IpPrefix.host(IpAddress.parse("::1")).contains(IpAddress.parse("::1")));
    }

    @Test
    void ordersOuterBeforeInner() {
        var ordered = List.of("10.0.0.0/8", "10.0.0.0/16", "10.1.0.0/16", "::/0", "::/64");
        assertEquals(
                ordered,
                ordered.reversed().stream()
                        .map(IpPrefix::parse)
                        .sorted()
                        .map(IpPrefix::toString)
                        .toList());
    }

    @Test
    void interfaceAddressKnowsItsLink() {
        InterfaceAddress address = InterfaceAddress.parse("192.0.2.1/31");
        assertEquals("192.0.2.0/31", address.prefix().toString());
        assertEquals("192.0.2.1/31", address.toString());
        assertTrue(address.onLink(IpAddress.parse("192.0.2.0")));
        assertFalse(address.onLink(IpAddress.parse("192.0.2.2")));
        assertFalse(address.onLink(IpAddress.parse("::1")));
        assertTrue(InterfaceAddress.parse("192.0.2.1/24").compareTo(address) < 0);
    }
}
