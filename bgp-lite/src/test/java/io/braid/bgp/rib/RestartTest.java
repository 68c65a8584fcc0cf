package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.Capability;
import io.braid.bgp.wire.Capability.GracefulRestart.Kept;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Origin;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Graceful restart: of a peer, whose default route stays meanwhile, and of this process. */
class RestartTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Family V4 = Family.IPV4_UNICAST;
    private static final Update DEFAULT = AdjRibInTest.announce(
            IpAddress.parse("192.0.2.0"),
            PathAttributes.of(Origin.IGP, AsPath.of(Fixture.PEER_AS)),
            Nlri.of(Prefix.parse("0.0.0.0/0")));

    private final List<String> changes = new ArrayList<>();
    private final AdjRibIn in = new AdjRibIn(
            ImportPolicy.denyAll(Fixture.LOCAL_AS, Fixture.PEER_AS).withDefaultRoutes(Fixture.BOTH),
            Duration.ofSeconds(60),
            (_, present, why) -> changes.add(present + ": " + why));

    private static Optional<Capability.GracefulRestart> restart(int seconds, boolean forwarding, Family... families) {
        return Optional.of(new Capability.GracefulRestart(
                forwarding,
                true,
                seconds,
                List.of(families).stream()
                        .map(f -> new Kept(f.number(), forwarding))
                        .toList()));
    }

    private void lose(int restartSeconds) {
        in.established(Fixture.EXTERNAL, restart(restartSeconds, false, V4), 0);
        in.update(DEFAULT);
        in.down(true, 0);
        assertTrue(in.defaultRoute(V4).orElseThrow().stale());
        assertEquals(1, changes.size(), "nobody notices");
    }

    @Test
    void theRouteStaysAndIsToldAgain() {
        lose(30);
        in.established(Fixture.EXTERNAL, restart(30, true, V4), 20 * SECOND);
        in.update(DEFAULT);
        in.update(Update.endOfRib(V4));
        assertFalse(in.defaultRoute(V4).orElseThrow().stale());
        assertEquals(1, changes.size());
        assertEquals(OptionalLong.empty(), in.tick(1000 * SECOND));
    }

    @Test
    void aRouteThatIsNotToldAgainIsGoneAtEndOfRib() {
        lose(30);
        in.established(Fixture.EXTERNAL, restart(30, true, V4), 20 * SECOND);
        in.update(Update.endOfRib(V4));
        assertTrue(changes.getLast().startsWith("false: the peer told all its routes"), changes::toString);
    }

    @Test
    void thePeerHasItsRestartTimeToComeBack() {
        lose(30);
        assertEquals(OptionalLong.of(30 * SECOND), in.tick(29 * SECOND));
        assertEquals(1, changes.size());
        assertEquals(OptionalLong.empty(), in.tick(30 * SECOND));
        assertTrue(changes.getLast().startsWith("false"), changes::toString);
    }

    @Test
    void aVeryLongRestartTimeIsNotGranted() {
        lose(4095);
        in.tick(60 * SECOND);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void aPeerThatIsBackHasABoundedTimeToTellAll() {
        lose(30);
        in.established(Fixture.EXTERNAL, restart(30, true, V4), 29 * SECOND);
        in.tick(88 * SECOND);
        assertTrue(in.defaultRoute(V4).isPresent());
        in.tick(89 * SECOND);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void aSecondRestartDeletesWhatIsStillStale() {
        lose(30);
        in.established(Fixture.EXTERNAL, restart(30, true, V4), 10 * SECOND);
        in.down(true, 11 * SECOND);
        assertTrue(changes.getLast().startsWith("false: the peer restarted again"), changes::toString);
    }

    @Test
    void aPeerThatDidNotForwardLosesItsRouteAtOnce() {
        lose(30);
        in.established(Fixture.EXTERNAL, restart(30, false, V4), SECOND);
        assertTrue(changes.getLast().startsWith("false: the peer restarted and did not"), changes::toString);
    }

    @Test
    void aPeerThatComesBackWithoutTheFamilyLosesItsRouteAtOnce() {
        lose(30);
        in.established(Fixture.EXTERNAL, restart(30, true, Family.IPV6_UNICAST), SECOND);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void aSessionThatDoesNotCarryTheFamilyAnyMoreKeepsNothingOfIt() {
        lose(30);
        in.established(
                Fixture.session(false, Set.of(Family.IPV6_UNICAST), Set.of(), false, 4096, false),
                restart(30, true, V4),
                SECOND);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void withoutGracefulRestartTheRouteGoesWithTheSession() {
        in.established(Fixture.EXTERNAL, Optional.empty(), 0);
        in.update(DEFAULT);
        in.down(true, 0);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void aHardEndLeavesNothing() {
        in.established(Fixture.EXTERNAL, restart(30, true, V4), 0);
        in.update(DEFAULT);
        in.down(false, 0);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void theClockMayPassItsLimit() {
        in.established(Fixture.EXTERNAL, restart(30, false, V4), Long.MAX_VALUE);
        in.update(DEFAULT);
        in.down(true, Long.MAX_VALUE - SECOND);
        in.tick(Long.MAX_VALUE);
        assertTrue(in.defaultRoute(V4).isPresent());
        in.tick(Long.MIN_VALUE + 29 * SECOND);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void anEnhancedRefreshDropsWhatIsNotToldAgain() {
        in.established(Fixture.ENHANCED, Optional.empty(), 0);
        in.update(DEFAULT);
        in.routeRefresh(RouteRefresh.begin(V4), 0);
        assertTrue(in.defaultRoute(V4).orElseThrow().stale());
        in.update(DEFAULT);
        assertEquals(1, in.received(V4), "told again, not once more");
        in.routeRefresh(RouteRefresh.end(V4), 0);
        assertFalse(in.defaultRoute(V4).orElseThrow().stale());
        in.routeRefresh(RouteRefresh.begin(V4), 0);
        in.routeRefresh(RouteRefresh.begin(V4), 0);
        assertEquals(1, in.received(V4));
        in.routeRefresh(RouteRefresh.end(V4), 0);
        assertTrue(in.defaultRoute(V4).isEmpty());
        assertEquals(0, in.received(V4));
    }

    @Test
    void aRefreshThatDoesNotEndKeepsNothingForEver() {
        in.established(Fixture.ENHANCED, Optional.empty(), 0);
        in.update(DEFAULT);
        in.routeRefresh(RouteRefresh.begin(V4), 0);
        in.tick(60 * SECOND);
        assertTrue(in.defaultRoute(V4).isEmpty());
    }

    @Test
    void afterAPlannedRestartTheOpenSaysSoUntilThePeerHasToldAll() {
        OwnRestart own = OwnRestart.planned(Set.of(V4), 100);
        assertTrue(own.restarting());
        assertTrue(own.forwardingKept(V4));
        assertFalse(own.forwardingKept(Family.IPV6_UNICAST), "no pins were saved");
        own.established(Fixture.BOTH);
        own.endOfRib(V4);
        assertTrue(own.restarting());
        own.endOfRib(Family.IPV6_UNICAST);
        assertFalse(own.restarting());
    }

    @Test
    void theWaitForAPeerAfterARestartIsBounded() {
        OwnRestart own = OwnRestart.planned(Set.of(), 100);
        own.tick(99);
        assertTrue(own.restarting());
        own.tick(100);
        assertFalse(own.restarting());
    }

    @Test
    void aNewProcessClaimsNothingUntilASessionWasUp() {
        OwnRestart own = OwnRestart.none();
        assertFalse(own.restarting());
        assertFalse(own.forwardingKept(V4));
        own.established(Set.of(V4));
        assertTrue(own.forwardingKept(V4), "only the session can have been away since");
        assertFalse(own.restarting());
    }
}
