package io.braid.bgp.rib;

import static io.braid.bgp.rib.Fixture.TASK4;
import static io.braid.bgp.rib.Fixture.TASK6;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operator is told why a task IP is not announced. */
class ExplanationTest {
    private final Announcements table = Fixture.table(2);
    private final AdjRibOut out = Fixture.out(table, new Paths.OfAll());

    private List<WhyNot> reasons(IpAddress ip) {
        return out.explain(ip).reasons().stream().map(Explanation.Reason::why).toList();
    }

    @Test
    void eachReasonInItsTurn() {
        assertEquals(
                List.of(WhyNot.OUTSIDE_PREFIXES, WhyNot.NOT_LEASED, WhyNot.PORT_DOWN, WhyNot.PEER_NOT_ESTABLISHED),
                reasons(IpAddress.parse("192.0.2.9")));
        out.established(Fixture.ADD_PATH);
        assertEquals(List.of(WhyNot.NOT_LEASED, WhyNot.PORT_DOWN), reasons(TASK4));
        table.lease(TASK4, true);
        assertEquals(List.of(WhyNot.PORT_DOWN), reasons(TASK4));
        table.withhold(TASK4, true);
        table.port(TASK4, true);
        assertEquals(List.of(WhyNot.WITHHELD), reasons(TASK4));
        table.withhold(TASK4, false);
        assertEquals(List.of(WhyNot.NOT_SENT_YET, WhyNot.NOT_SENT_YET), reasons(TASK4));
        Fixture.drain(out);
        assertEquals(new Explanation(TASK4, "tor", List.of("nic0", "nic1"), List.of()), out.explain(TASK4));
        table.usable(0, false);
        Fixture.drain(out);
        assertEquals(
                new Explanation(
                        TASK4,
                        "tor",
                        List.of("nic1"),
                        List.of(new Explanation.Reason(
                                WhyNot.NO_USABLE_PATH, "nic0", "the path by nic0 is not usable"))),
                out.explain(TASK4));
        table.drain(1, 0, 0);
        table.tick(0);
        Fixture.drain(out);
        assertEquals(List.of(WhyNot.NO_USABLE_PATH, WhyNot.DRAINED), reasons(TASK4));
    }

    @Test
    void aPlaceWithoutUplinkIsNotSpokenOfUntilOneComes() {
        table.replace(Uplink.none(1));
        table.usable(1, false);
        Fixture.live(table, TASK4);
        out.established(Fixture.ADD_PATH);
        Fixture.drain(out);
        assertEquals(new Explanation(TASK4, "tor", List.of("nic0"), List.of()), out.explain(TASK4));
        table.drainAll(0, 0);
        assertEquals(DrainPhase.ACTIVE, table.phase(1), "there is nothing to drain");
        table.undrain(0);
        table.replace(Fixture.uplink(1));
        table.usable(1, true);
        Fixture.drain(out);
        assertEquals(new Explanation(TASK4, "tor", List.of("nic0", "nic1"), List.of()), out.explain(TASK4));
    }

    @Test
    void whatIsToBeWithdrawnIsAnnouncedUntilItIs() {
        Fixture.live(table, TASK4);
        out.established(Fixture.ADD_PATH);
        Fixture.drain(out);
        table.lease(TASK4, false);
        assertEquals(List.of("nic0", "nic1"), out.explain(TASK4).announcedBy());
        assertEquals(List.of(WhyNot.NOT_LEASED), reasons(TASK4));
        Fixture.drain(out);
        assertEquals(List.of(), out.explain(TASK4).announcedBy());
    }

    @Test
    void anUplinkWithoutAddressOfTheFamily() {
        table.replace(Fixture.uplinkWithoutV6(1));
        Fixture.live(table, TASK6);
        out.established(Fixture.ADD_PATH);
        Fixture.drain(out);
        assertEquals(List.of(WhyNot.NEXT_HOP_MISSING), reasons(TASK6));
        assertEquals(List.of("nic0"), out.explain(TASK6).announcedBy());
    }

    @Test
    void prefixesThatBecomeNarrower() {
        Fixture.live(table, TASK4);
        out.established(Fixture.ADD_PATH);
        Fixture.drain(out);
        table.prefixes(List.of(Prefix.parse("10.200.0.0/16")));
        Fixture.drain(out);
        assertEquals(List.of(WhyNot.OUTSIDE_PREFIXES), reasons(TASK4));
        table.prefixes(Fixture.PREFIXES);
        Fixture.drain(out);
        assertEquals(List.of(), reasons(TASK4));
    }
}
