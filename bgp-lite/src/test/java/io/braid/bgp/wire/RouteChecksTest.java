package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteChecksTest {
    private static final Set<IpAddress> OWN = Set.of(IpAddress.parse("192.0.2.1"), IpAddress.parse("fe80::1"));

    @ParameterizedTest
    @CsvSource({
        "192.0.2.0, true",
        "192.0.2.1, false",
        "192.0.2.2, false",
        "0.0.0.0, false",
        "224.0.0.5, false",
        "127.0.0.1, false",
        "fe80::2, true",
        "fe80::1, false",
        "2001:db8::1, false"
    })
    void nextHops(String address, boolean usable) {
        Optional<Prefix> link = Optional.of(Prefix.parse("192.0.2.0/31"));
        NextHop hop = NextHop.of(IpAddress.parse(address));
        assertEquals(usable, RouteChecks.nextHop(hop, OWN, link).isEmpty());
    }

    @Test
    void nextHopBehindTheLink() {
        NextHop far = NextHop.of(IpAddress.parse("203.0.113.1"));
        assertEquals(Optional.empty(), RouteChecks.nextHop(far, OWN, Optional.empty()));
        var self = new NextHop(IpAddress.parse("2001:db8::9"), IpAddress.parse("fe80::1"));
        assertEquals(
                Optional.of("next hop 2001:db8::9 (fe80::1) is this host"),
                RouteChecks.nextHop(self, OWN, Optional.empty()));
    }

    @Test
    void paths() {
        assertEquals(Optional.empty(), RouteChecks.asPath(AsPath.of(2, 3), Contexts.EXTERNAL, 1, 2));
        assertEquals(
                Optional.of("AS path 2 1 has this AS 1"), RouteChecks.asPath(AsPath.of(2, 1), Contexts.EXTERNAL, 1, 2));
        assertEquals(
                Optional.of("AS path '3' does not start with the peer's AS 2"),
                RouteChecks.asPath(AsPath.of(3), Contexts.EXTERNAL, 1, 2));
        assertEquals(
                Optional.of("AS path '' does not start with the peer's AS 2"),
                RouteChecks.asPath(AsPath.EMPTY, Contexts.EXTERNAL, 1, 2));
        assertEquals(Optional.empty(), RouteChecks.asPath(AsPath.EMPTY, Contexts.INTERNAL, 1, 1));
        var set = new AsPath(List.of(AsSegment.of(AsSegment.Type.SEQUENCE, 2), AsSegment.of(AsSegment.Type.SET, 3, 4)));
        assertEquals(
                Optional.of("AS path 2 {3 4} has a set (RFC 9774)"), RouteChecks.asPath(set, Contexts.EXTERNAL, 1, 2));
    }

    /** RFC 9234 section 5, all roles; the mark is absent (0) or an AS, the peer is AS 2, the own AS is 1. */
    @ParameterizedTest
    @CsvSource({
        "PROVIDER, 0, false, 0, 1",
        "PROVIDER, 2, true, 2, 2",
        "PROVIDER, 9, true, 9, 9",
        "ROUTE_SERVER, 0, false, 0, 1",
        "ROUTE_SERVER, 9, true, 9, 9",
        "CUSTOMER, 0, false, 2, 0",
        "CUSTOMER, 9, false, 9, -1",
        "ROUTE_SERVER_CLIENT, 0, false, 2, 0",
        "ROUTE_SERVER_CLIENT, 9, false, 9, -1",
        "PEER, 0, false, 2, 1",
        "PEER, 2, false, 2, -1",
        "PEER, 9, true, 9, -1"
    })
    void onlyToCustomer(BgpRole role, long mark, boolean leak, long afterReceipt, long whenSent) {
        PathAttributes attributes = marked(mark);
        assertEquals(leak, RouteChecks.isLeak(attributes, role, 2));
        assertEquals(marked(afterReceipt), RouteChecks.markReceived(attributes, role, 2));
        assertEquals(
                whenSent < 0 ? Optional.empty() : Optional.of(marked(whenSent)),
                RouteChecks.markSent(attributes, role, 1));
    }

    private static PathAttributes marked(long asn) {
        PathAttributes plain = PathAttributes.of(Origin.IGP, AsPath.of(2));
        return asn == 0 ? plain : plain.with(new Attribute.OnlyToCustomer(asn));
    }

    @Test
    void rolesGoInPairs() {
        for (BgpRole role : BgpRole.values()) {
            assertEquals(role, role.counterpart().counterpart());
            assertEquals(Optional.of(role), BgpRole.of(role.value()));
        }
        assertEquals(BgpRole.CUSTOMER, BgpRole.PROVIDER.counterpart());
        assertEquals(BgpRole.ROUTE_SERVER_CLIENT, BgpRole.ROUTE_SERVER.counterpart());
    }
}
