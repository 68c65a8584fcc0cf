package io.braid.bgp.rib;

import static io.braid.bgp.rib.Fixture.TASK4;
import static io.braid.bgp.rib.Fixture.TASK6;
import static io.braid.bgp.rib.Fixture.drain;
import static io.braid.bgp.rib.Fixture.live;
import static io.braid.bgp.rib.Fixture.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a peer is told, and in which order. */
class AdjRibOutTest {
    private static final Message END4 = Update.endOfRib(Family.IPV4_UNICAST);
    private static final Message END6 = Update.endOfRib(Family.IPV6_UNICAST);

    private final Announcements table = Fixture.table(4);

    private static Nlri route(IpAddress ip, int pathId) {
        return new Nlri(Prefix.host(ip), pathId);
    }

    private static Update.Reach reach(Message message) {
        return ((Update) message).announced().getFirst();
    }

    private static Message withdrawn(IpAddress ip, int... pathIds) {
        var routes = new ArrayList<Nlri>();
        for (int id : pathIds) {
            routes.add(route(ip, id));
        }
        return Update.withdraw(Family.unicast(ip.afi()), routes);
    }

    @Test
    void aSessionPerUplinkHasThatUplinksNextHop() {
        live(table, TASK4);
        live(table, TASK6);
        AdjRibOut out = out(table, new Paths.OfUplink(2));
        out.established(Fixture.EXTERNAL);
        List<Message> messages = drain(out);
        assertEquals(4, messages.size());
        assertEquals(
                new Update.Reach(Family.IPV4_UNICAST, NextHop.of(Fixture.hop4(2)), List.of(route(TASK4, 0))),
                reach(messages.get(0)));
        assertEquals(END4, messages.get(1));
        assertEquals(
                new Update.Reach(Family.IPV6_UNICAST, Fixture.hop6(2), List.of(route(TASK6, 0))),
                reach(messages.get(2)));
        assertEquals(END6, messages.get(3));
    }

    @Test
    void aSessionForAllUplinksHasAPathByEach() {
        live(table, TASK4);
        AdjRibOut out = out(table, new Paths.OfAll());
        out.established(Fixture.ADD_PATH);
        List<Message> messages = drain(out);
        for (int i = 0; i < 4; i++) {
            assertEquals(
                    new Update.Reach(Family.IPV4_UNICAST, NextHop.of(Fixture.hop4(i)), List.of(route(TASK4, i + 1))),
                    reach(messages.get(i)));
        }
        assertEquals(List.of(END4, END6), messages.subList(4, messages.size()));

        table.usable(1, false);
        assertEquals(List.of(withdrawn(TASK4, 2)), drain(out));
        table.lease(TASK4, false);
        assertEquals(List.of(withdrawn(TASK4, 1, 3, 4)), drain(out), "all paths in one message");
        assertTrue(table.isWithdrawn(TASK4));
    }

    @Test
    void aPeerThatTakesOnePathHasThatOfTheFirstUplinkInService() {
        live(table, TASK4);
        AdjRibOut out = out(table, new Paths.OfAll());
        out.established(Fixture.EXTERNAL);
        drain(out);
        table.usable(0, false);
        List<Message> messages = drain(out);
        assertEquals(1, messages.size(), "the new path replaces the old one");
        assertEquals(NextHop.of(Fixture.hop4(1)), reach(messages.getFirst()).nextHop());
        table.drain(1, 0, 10);
        assertEquals(NextHop.of(Fixture.hop4(2)), reach(drain(out).getFirst()).nextHop());
        assertEquals(
                WhyNot.ONE_PATH_ONLY, out.explain(TASK4).reasons().getLast().why());
    }

    @Test
    void ipv4RoutesHaveIpv6NextHopsWhereThatWasAgreed() {
        live(table, TASK4);
        table.replace(Fixture.uplinkWithoutV4(0));
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        out.established(Fixture.V4_OVER_V6);
        assertEquals(Fixture.hop6(0), reach(drain(out).getFirst()).nextHop());

        out.established(Fixture.EXTERNAL);
        assertEquals(List.of(END4, END6), drain(out));
        assertEquals(
                WhyNot.NEXT_HOP_MISSING, out.explain(TASK4).reasons().getFirst().why());

        AdjRibOut other = new AdjRibOut(
                "tor",
                table,
                new Paths.OfUplink(1),
                ExportPolicy.of(Fixture.LOCAL_AS).withIpv6NextHops(),
                () -> {});
        other.established(Fixture.V4_OVER_V6);
        assertEquals(Fixture.hop6(1), reach(drain(other).getFirst()).nextHop());
    }

    @Test
    void whatChangesBackBeforeThePeerTookItIsNeverSent() {
        live(table, TASK4);
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        out.established(Fixture.EXTERNAL);
        drain(out);
        table.lease(TASK4, false);
        table.lease(TASK4, true);
        table.usable(0, false);
        table.usable(0, true);
        table.drain(0, 0, 10);
        table.undrain(0);
        live(table, TASK4);
        assertEquals(List.of(), drain(out));
    }

    @Test
    void aPeerIsAskedForOnceAndOnlyWhenSomethingChanges() {
        int[] calls = {0};
        var out =
                new AdjRibOut("tor", table, new Paths.OfUplink(0), ExportPolicy.of(Fixture.LOCAL_AS), () -> calls[0]++);
        live(table, TASK4);
        assertEquals(0, calls[0], "no session yet");
        out.established(Fixture.EXTERNAL);
        drain(out);
        assertEquals(0, calls[0]);
        live(table, TASK4);
        assertEquals(0, calls[0], "nothing has changed");
        table.lease(TASK4, false);
        table.lease(TASK4, true);
        live(table, TASK6);
        assertEquals(1, calls[0]);
        drain(out);
        table.port(TASK6, false);
        assertEquals(2, calls[0]);
        out.close();
        table.port(TASK6, true);
        assertEquals(2, calls[0]);
    }

    @Test
    void withdrawnRoutesComeFirst() {
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        live(table, TASK6);
        out.established(Fixture.EXTERNAL);
        drain(out);
        live(table, TASK4);
        table.port(TASK6, false);
        assertEquals(withdrawn(TASK6, 0), drain(out).getFirst());
    }

    @Test
    void anAddressThatComesInPlaceOfAnotherIsNotTakenForIt() {
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        live(table, TASK4);
        out.established(Fixture.EXTERNAL);
        drain(out);
        IpAddress next = IpAddress.parse("10.100.0.8");
        table.lease(TASK4, false);
        table.port(TASK4, false);
        live(table, next);
        List<Message> messages = drain(out);
        assertEquals(withdrawn(TASK4, 0), messages.get(0));
        assertEquals(List.of(route(next, 0)), reach(messages.get(1)).nlri());
    }

    @Test
    void slotsOfAddressesThatAreGoneAreUsedAgain() {
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        out.established(Fixture.EXTERNAL);
        for (int i = 0; i < 1000; i++) {
            IpAddress ip = IpAddress.v4(0x0A64_0001 + i);
            live(table, ip);
            drain(out);
            table.lease(ip, false);
            table.port(ip, false);
            drain(out);
        }
        assertTrue(
                table.hosts().table(Family.IPV4_UNICAST).size() <= 2,
                "" + table.hosts().table(Family.IPV4_UNICAST).size());
    }

    @Test
    void otherFamiliesAreNotToldAndRefreshesOfThemIgnored() {
        live(table, TASK4);
        live(table, TASK6);
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        out.established(Fixture.session(false, Set.of(Family.IPV6_UNICAST), Set.of(), false, 4096, false));
        assertEquals(2, drain(out).size());
        out.routeRefresh(RouteRefresh.request(Family.IPV4_UNICAST));
        assertEquals(List.of(), drain(out));
        assertEquals(
                WhyNot.FAMILY_NOT_NEGOTIATED,
                out.explain(TASK4).reasons().getFirst().why());
        assertTrue(out.explain(TASK6).isAnnounced());
    }

    @Test
    void aNewSessionIsToldAllAgain() {
        live(table, TASK4);
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        out.established(Fixture.EXTERNAL);
        List<Message> first = drain(out);
        out.down();
        assertNull(out.next());
        assertEquals(List.of(), out.sentRoutes());
        out.established(Fixture.EXTERNAL);
        assertEquals(first, drain(out));
    }

    @Test
    void addressesOutsideOfThePrefixesAreRefused() {
        IpAddress stranger = IpAddress.parse("192.0.2.9");
        var e = assertThrows(OutsidePrefixesException.class, () -> table.lease(stranger, true));
        assertEquals(
                "192.0.2.9 cannot be announced: it is in none of the configured task prefixes"
                        + " [10.100.0.0/16, 2001:db8:100::/48]; use an address of these, or add its range to"
                        + " tasks.prefixes",
                e.getMessage());
        assertThrows(OutsidePrefixesException.class, () -> table.leases(Set.of(TASK4, stranger)));
        assertEquals(Set.of(), table.leased(), "all or nothing");
        table.lease(stranger, false);
        assertFalse(table.leased().contains(stranger));
        var wide = new Announcements(List.of(Fixture.uplink(0)), List.of(Prefix.parse("0.0.0.0/0")));
        assertThrows(IllegalArgumentException.class, () -> wide.lease(IpAddress.parse("224.0.0.1"), true));
    }

    @Test
    void uplinksAreNumberedWithoutGap() {
        assertThrows(IllegalArgumentException.class, () -> new Announcements(List.of(), Fixture.PREFIXES));
        assertThrows(
                IllegalArgumentException.class, () -> new Announcements(List.of(Fixture.uplink(1)), Fixture.PREFIXES));
        assertThrows(IndexOutOfBoundsException.class, () -> out(table, new Paths.OfUplink(4)));
        assertThrows(IllegalArgumentException.class, () -> table.replace(Fixture.uplink(4)));
    }
}
