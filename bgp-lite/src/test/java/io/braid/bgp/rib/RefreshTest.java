package io.braid.bgp.rib;

import static io.braid.bgp.rib.Fixture.TASK4;
import static io.braid.bgp.rib.Fixture.TASK6;
import static io.braid.bgp.rib.Fixture.drain;
import static io.braid.bgp.rib.Fixture.live;
import static io.braid.bgp.rib.Fixture.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Marks around all routes of a family: End-of-RIB, and those of refreshes. */
class RefreshTest {
    private static final Message END4 = Update.endOfRib(Family.IPV4_UNICAST);
    private static final Message END6 = Update.endOfRib(Family.IPV6_UNICAST);

    private final Announcements table = Fixture.table(4);

    @Test
    void endOfRibWaitsForLeasesThatOutlivedARestart() {
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        table.loading(100);
        out.established(Fixture.EXTERNAL);
        live(table, TASK4);
        assertEquals(1, drain(out).size(), "routes that are there are not held up");
        table.loaded();
        assertEquals(List.of(END4, END6), drain(out));
    }

    @Test
    void endOfRibWaitsNoLongerThanToTheDeadline() {
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        table.loading(100);
        out.established(Fixture.EXTERNAL);
        assertEquals(100, table.tick(99).orElseThrow());
        assertEquals(List.of(), drain(out));
        assertTrue(table.tick(100).isEmpty());
        assertEquals(List.of(END4, END6), drain(out));
    }

    @Test
    void aRefreshRepeatsAllAndNoRefreshIsFramedUnlessAgreed() {
        live(table, TASK4);
        live(table, TASK6);
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        out.established(Fixture.EXTERNAL);
        List<Message> first = drain(out);
        out.routeRefresh(RouteRefresh.request(Family.IPV4_UNICAST));
        assertEquals(first.subList(0, 1), drain(out));
        out.routeRefresh(RouteRefresh.begin(Family.IPV4_UNICAST));
        assertEquals(List.of(), drain(out), "the peer's own marks ask for nothing");
    }

    @Test
    void anEnhancedRefreshIsFramedAndAnotherOneWaits() {
        live(table, TASK4);
        AdjRibOut out = out(table, new Paths.OfUplink(0));
        out.established(Fixture.ENHANCED);
        Message announcement = out.next();
        RouteRefresh request = RouteRefresh.request(Family.IPV4_UNICAST);
        out.routeRefresh(request);
        out.routeRefresh(request);
        List<Message> refresh = List.of(
                RouteRefresh.begin(Family.IPV4_UNICAST),
                Objects.requireNonNull(announcement),
                RouteRefresh.end(Family.IPV4_UNICAST));
        assertEquals(END4, out.next(), "no BoRR before End-of-RIB");
        assertEquals(refresh.getFirst(), out.next());
        out.routeRefresh(request);
        out.routeRefresh(request);
        assertEquals(refresh.get(1), out.next());
        assertEquals(refresh.get(2), out.next());
        assertEquals(refresh.get(0), out.next());
        assertEquals(refresh.get(1), out.next());
        assertEquals(refresh.get(2), out.next());
        assertEquals(END6, out.next());
        assertNull(out.next());
    }
}
