package io.braid.bgp.rib;

import static io.braid.bgp.rib.Fixture.TASK4;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.Attribute;
import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.LargeCommunity;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Origin;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Update;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said of routes besides their next hop. */
class AttributesTest {
    private static final ExportPolicy POLICY = ExportPolicy.of(Fixture.LOCAL_AS);

    private final Announcements table = Fixture.table(2);

    private PathAttributes said(ExportPolicy policy, Negotiated session) {
        Fixture.live(table, TASK4);
        var out = new AdjRibOut("tor", table, new Paths.OfUplink(1), policy, () -> {});
        out.established(session);
        return last(out);
    }

    private static PathAttributes last(AdjRibOut out) {
        Message message = out.next();
        if (message instanceof Update update && !update.announced().isEmpty()) {
            return update.attributes();
        }
        throw new AssertionError(message + " announces nothing");
    }

    @Test
    void byDefaultNoExportAndNothingElse() {
        assertEquals(
                PathAttributes.of(Origin.IGP, AsPath.of(Fixture.LOCAL_AS))
                        .with(new Attribute.Communities(List.of(Community.NO_EXPORT))),
                said(POLICY, Fixture.EXTERNAL));
    }

    @Test
    void internalPeersGetALocalPreferenceAndAnEmptyPath() {
        assertEquals(
                PathAttributes.of(Origin.IGP, AsPath.EMPTY)
                        .with(new Attribute.LocalPref(200))
                        .with(new Attribute.Communities(List.of(Community.NO_EXPORT))),
                said(POLICY.withLocalPref(200).withPrepend(3), Fixture.INTERNAL));
    }

    @Test
    void allThatCanBeSet() {
        var tag = Community.of(65017, 7);
        var large = new LargeCommunity(65017, 1, 2);
        PathAttributes said = said(
                POLICY.withMed(50)
                        .withPrepend(2)
                        .withLinkBandwidth()
                        .withCommunities(List.of(tag, Community.NO_EXPORT), List.of(large)),
                Fixture.EXTERNAL);
        assertEquals(AsPath.of(Fixture.LOCAL_AS, Fixture.LOCAL_AS, Fixture.LOCAL_AS), said.asPath());
        assertEquals(new Attribute.Med(50), said.get(Attribute.Med.class).orElseThrow());
        assertEquals(List.of(tag, Community.NO_EXPORT), said.communities());
        assertEquals(
                List.of(large),
                said.get(Attribute.LargeCommunities.class).orElseThrow().values());
        assertEquals(
                OptionalDouble.of(12.5e9f),
                said.extendedCommunities().getFirst().linkBandwidth());
        assertTrue(said.get(Attribute.LocalPref.class).isEmpty());
    }

    @Test
    void anUplinkWithoutKnownBandwidthSaysNone() {
        table.replace(Fixture.uplinkWithoutV6(1));
        assertEquals(
                List.of(), said(POLICY.withLinkBandwidth(), Fixture.EXTERNAL).extendedCommunities());
    }

    @ParameterizedTest
    @EnumSource
    void routesAreMarkedAsTheRoleDemands(BgpRole role) {
        boolean marked = role == BgpRole.PROVIDER || role == BgpRole.ROUTE_SERVER || role == BgpRole.PEER;
        assertEquals(
                marked,
                said(POLICY.withRole(role), Fixture.EXTERNAL)
                        .get(Attribute.OnlyToCustomer.class)
                        .filter(mark -> mark.asn() == Fixture.LOCAL_AS)
                        .isPresent());
    }

    @ParameterizedTest
    @EnumSource
    void aDrainSaysSoWaitsAndWithdraws(Kind kind) {
        Negotiated session = kind == Kind.INTERNAL ? Fixture.INTERNAL : Fixture.EXTERNAL;
        Fixture.live(table, TASK4);
        AdjRibOut out = Fixture.out(table, new Paths.OfUplink(1));
        out.established(session);
        PathAttributes before = last(out);
        Fixture.drain(out);

        table.drain(1, 1000, 500);
        PathAttributes draining = last(out);
        assertEquals(List.of(Community.GRACEFUL_SHUTDOWN, Community.NO_EXPORT), draining.communities());
        if (kind == Kind.INTERNAL) {
            assertEquals(
                    new Attribute.LocalPref(0),
                    draining.get(Attribute.LocalPref.class).orElseThrow());
        }
        assertEquals(1500, table.tick(1499).orElseThrow());
        assertEquals(List.of(), Fixture.drain(out));
        assertEquals(DrainPhase.DRAINING, table.phase(1));
        assertTrue(table.tick(1500).isEmpty());
        assertEquals(false, table.isWithdrawn(1), "not before the session has it");
        assertEquals(1, Fixture.drain(out).size());
        assertTrue(table.isWithdrawn(1));
        assertEquals(WhyNot.DRAINED, out.explain(TASK4).reasons().getFirst().why());

        table.undrain(1);
        assertEquals(before, last(out));
    }

    enum Kind {
        INTERNAL,
        EXTERNAL
    }

    @Test
    void beforeThisHostLeavesAllUplinksDrain() {
        Fixture.live(table, TASK4);
        AdjRibOut out = Fixture.out(table, new Paths.OfAll());
        out.established(Fixture.ADD_PATH);
        Fixture.drain(out);
        table.drainAll(0, 10);
        assertEquals(2, Fixture.drain(out).size());
        table.tick(10);
        assertEquals(1, Fixture.drain(out).size());
        assertTrue(table.isWithdrawn(0) && table.isWithdrawn(1) && table.isWithdrawn(TASK4));
    }

    @Test
    void aDrainedUplinkThatComesBackStaysOut() {
        Fixture.live(table, TASK4);
        AdjRibOut out = Fixture.out(table, new Paths.OfUplink(1));
        out.established(Fixture.EXTERNAL);
        Fixture.drain(out);
        table.drain(1, 0, 0);
        table.tick(0);
        table.usable(1, false);
        table.usable(1, true);
        Fixture.drain(out);
        assertTrue(table.isWithdrawn(1));
        table.drain(1, 5, 5);
        assertEquals(DrainPhase.DRAINED, table.phase(1), "a second drain does not bring it back");
    }

    @Test
    void whatLeavesNoRoomForRoutesCannotBeConfigured() {
        List<Community> tags = Collections.nCopies(ExportPolicy.MAX_TAGS + 1, Community.NO_EXPORT);
        assertThrows(IllegalArgumentException.class, () -> POLICY.withCommunities(tags, List.of()));
        assertThrows(IllegalArgumentException.class, () -> POLICY.withPrepend(ExportPolicy.MAX_PREPEND + 1));
        assertThrows(IllegalArgumentException.class, () -> POLICY.withMed(1L << 32));
        assertThrows(IllegalArgumentException.class, () -> ExportPolicy.of(0));
    }
}
