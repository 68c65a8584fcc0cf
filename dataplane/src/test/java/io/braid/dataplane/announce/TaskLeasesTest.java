package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.AdjRibOut;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.rib.Uplink;
import io.braid.bgp.rib.WhyNot;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.grant.TaskGrants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskLeasesTest {
    private static final IpAddress IP4 = IpAddress.parse("10.100.0.7");
    private static final IpAddress IP6 = IpAddress.parse("2001:db8:100::7");

    private final Announcements table = new Announcements(
            List.of(new Uplink(0, "nic0", IpAddress.parse("192.0.2.1"), null, 0)),
            List.of(Prefix.parse("10.100.0.0/16"), Prefix.parse("2001:db8:100::/48")));
    private final AdjRibOut out = new AdjRibOut("tor", table, new Paths.OfUplink(0), ExportPolicy.of(65017), () -> {});
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private final TaskGrants grants = TestGrants.at(() -> now);
    private final TaskLeases leases = new TaskLeases(table, grants);

    private void attach() {
        attach(true);
    }

    private void attach(boolean connected) {
        leases.attached(
                "t",
                List.of(
                        io.braid.dataplane.net.IpAddress.parse("10.100.0.7"),
                        io.braid.dataplane.net.IpAddress.parse("2001:db8:100::7")),
                connected);
    }

    /** What stands in the way of the task itself, sessions aside. */
    private Set<WhyNot> inTheWay(IpAddress ip) {
        var mine = Set.of(WhyNot.NOT_LEASED, WhyNot.PORT_DOWN, WhyNot.WITHHELD);
        return out.explain(ip).reasons().stream()
                .map(reason -> reason.why())
                .filter(mine::contains)
                .collect(java.util.stream.Collectors.toSet());
    }

    @Test
    void aTaskWhoseApplicationIsNotThereIsAnnouncedWhenItComes() {
        attach(false);
        assertEquals(Set.of(WhyNot.PORT_DOWN), inTheWay(IP4));
        leases.port("t", true);
        assertEquals(Set.of(), inTheWay(IP4));
        leases.port("t", false);
        assertEquals(Set.of(WhyNot.PORT_DOWN), inTheWay(IP6));
    }

    @Test
    void anAttachedTaskIsAnnouncedUntilItLeaves() {
        assertEquals(Set.of(WhyNot.NOT_LEASED, WhyNot.PORT_DOWN), inTheWay(IP4));
        attach();
        assertEquals(Set.of(), inTheWay(IP4));
        assertEquals(Set.of(), inTheWay(IP6));
        assertEquals("standing", leases.lease("t"));
        assertEquals(List.of(IP4, IP6), List.copyOf(leases.detached("t")));
        assertEquals(Set.of(WhyNot.NOT_LEASED, WhyNot.PORT_DOWN), inTheWay(IP6));
        assertEquals(List.of(), List.copyOf(leases.detached("t")));
        assertEquals(Set.of(), table.leased());
    }

    @Test
    void anOperatorsHand() {
        attach();
        leases.withhold("t");
        assertTrue(leases.isWithheld("t"));
        assertEquals(Set.of(WhyNot.WITHHELD), inTheWay(IP4));
        leases.announce("t");
        assertEquals(Set.of(), inTheWay(IP4));
        leases.withhold("t");
        leases.detached("t");
        attach();
        assertEquals(Set.of(), inTheWay(IP6), "another task of that name");
    }

    @Test
    void whatAnotherHostAnnouncesIsNotAnnouncedHere() {
        attach();
        leases.yieldTo(Set.of("t", "another"));
        assertTrue(leases.isYielded("t"));
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6));
        leases.yieldTo(Set.of());
        assertEquals(Set.of(), inTheWay(IP4));
        leases.yieldTo(Set.of("t"));
        leases.announce("t"); // an operator who knows better
        leases.yieldTo(Set.of("t"));
        assertEquals(Set.of(), inTheWay(IP4));
        leases.withhold("t"); // and who takes that back
        leases.detached("t");
        attach();
        leases.yieldTo(Set.of("t"));
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6), "another task of that name");
    }

    @Test
    void aHeldLeaseEndsWithItsHolder() {
        attach();
        var holder = leases.hold("t", new Leases.Holder("pid 1"));
        assertEquals("held by pid 1", leases.lease("t"));
        ControlException taken =
                assertThrows(ControlException.class, () -> leases.hold("t", new Leases.Holder("pid 2")));
        assertEquals(Kind.CONFLICT, taken.kind());
        assertEquals("the lease of task t is held by pid 1", taken.explanation());
        leases.release("t", holder);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        assertEquals("none", leases.lease("t"));
        leases.announce("t");
        assertEquals(Set.of(), inTheWay(IP4));
        leases.release("t", holder);
        assertEquals(Set.of(), inTheWay(IP4), "he has nothing to do with it any more");
    }

    @Test
    void aLinkThatGoesTakesTheTaskWithIt() {
        attach();
        leases.port("t", false);
        assertEquals(Set.of(WhyNot.PORT_DOWN), inTheWay(IP6));
        leases.port("t", true);
        assertEquals(Set.of(), inTheWay(IP6));
        leases.port("unknown", true);
    }

    @Test
    void whatIsHandedOverIsRestored() {
        attach();
        leases.withhold("t");
        var request = new AttachRequest("t", List.of("10.100.0.7", "2001:db8:100::7"), "tap", null, false, null, null);
        Handover.Task standing = leases.handover(new Handover.Task(request, Handover.STANDING, false, null, null));
        assertEquals(new Handover.Task(request, Handover.STANDING, true, null, null), standing);
        leases.hold("t", new Leases.Holder("pid 1"));
        Handover.Task held = leases.handover(new Handover.Task(request, Handover.STANDING, false, null, null));
        assertEquals(Handover.HELD, held.lease());

        leases.detached("t");
        attach();
        assertNull(leases.restored(standing));
        assertEquals(Set.of(WhyNot.WITHHELD), inTheWay(IP4));

        leases.detached("t");
        attach();
        Leases.Holder awaited = leases.restored(new Handover.Task(request, Handover.HELD, false, null, null));
        assertNotNull(awaited);
        assertEquals(Set.of(), inTheWay(IP4), "announced while the holder is awaited");
        leases.release("t", awaited);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        assertEquals(
                Handover.NONE,
                leases.handover(new Handover.Task(request, Handover.STANDING, false, null, null))
                        .lease());

        leases.detached("t");
        attach();
        assertNull(leases.restored(new Handover.Task(request, Handover.NONE, false, null, null)));
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6));
    }

    private void attachUntil(String time) {
        grants.resume("t", TestGrants.until(Instant.parse(time)));
        attach();
    }

    @Test
    void theEndOfAGrantWithdraws() {
        attachUntil("2026-11-30T13:00:00Z");
        assertEquals(Set.of(), inTheWay(IP4));
        now = Instant.parse("2026-11-30T12:59:59.999999999Z");
        leases.look();
        assertEquals(Set.of(), inTheWay(IP4), "to the last nanosecond");
        now = Instant.parse("2026-11-30T13:00:00Z");
        leases.look();
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6));
        assertEquals("standing", leases.lease("t"), "which another grant brings back");
        assertTrue(Objects.requireNonNull(leases.grant("t")).expired());
    }

    @Test
    void aClockThatIsSetBackBringsNothingBack() {
        attachUntil("2026-11-30T13:00:00Z");
        now = Instant.parse("2026-11-30T13:00:00Z");
        leases.look();
        now = Instant.parse("2026-11-30T12:00:00Z");
        leases.look();
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
    }

    @Test
    void nobodyAnnouncesWhatIsOver() {
        attachUntil("2026-11-30T13:00:00Z");
        leases.withhold("t");
        now = Instant.parse("2026-11-30T13:00:01Z");
        // Not looked at yet: what is asked for is judged by the clock.
        for (var asked : List.<org.junit.jupiter.api.function.Executable>of(
                () -> leases.announce("t"), () -> leases.hold("t", new Leases.Holder("pid 1")))) {
            ControlException refused = assertThrows(ControlException.class, asked);
            assertEquals(Kind.REFUSED, refused.kind());
            assertEquals("grant-expired", refused.refusal().reason());
            assertEquals("key", refused.refusal().key());
            assertTrue(
                    refused.explanation().startsWith("the grant of task t expired at 2026-11-30T13:00:00Z"),
                    refused.explanation());
        }
        leases.look();
        assertEquals(Set.of(WhyNot.NOT_LEASED, WhyNot.WITHHELD), inTheWay(IP4));
        assertTrue(leases.isWithheld("t"), "nothing of it was done");
    }

    @Test
    void anotherGrantBringsItBackAsItWas() {
        attachUntil("2026-11-30T13:00:00Z");
        var holder = leases.hold("t", new Leases.Holder("pid 1"));
        now = Instant.parse("2026-11-30T13:00:00Z");
        leases.look();
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6));
        grants.resume("t", TestGrants.until(Instant.parse("2026-11-30T14:00:00Z")));
        leases.look("t");
        assertEquals(Set.of(), inTheWay(IP6));
        assertEquals("held by pid 1", leases.lease("t"));
        now = Instant.parse("2026-11-30T14:00:00Z");
        leases.look();
        leases.release("t", holder);
        grants.resume("t", TestGrants.until(Instant.parse("2026-11-30T15:00:00Z")));
        leases.look();
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4), "its holder is gone");
    }

    @Test
    void aGrantThatIsOverIsHandedOverAsSuch() {
        attachUntil("2026-11-30T13:00:00Z");
        var request = new AttachRequest("t", List.of("10.100.0.7", "2001:db8:100::7"), "tap", null, false, null, null);
        now = Instant.parse("2026-11-30T13:00:00Z");
        Handover.Task before = leases.handover(new Handover.Task(request, Handover.STANDING, false, null, null));
        assertEquals(Handover.STANDING, before.lease());
        leases.detached("t");
        grants.forget("t");
        now = Instant.parse("2026-11-30T12:00:00Z"); // another clock
        grants.resume("t", Objects.requireNonNull(before.grant()));
        attach();
        assertNull(leases.restored(before));
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        leases.detached("t");
        grants.forget("t");
        attach();
        assertEquals(Set.of(), inTheWay(IP4), "another task of that name, which needs no grant");
    }

    @Test
    void anUnknownTaskIsNamed() {
        attach();
        ControlException unknown = assertThrows(ControlException.class, () -> leases.announce("u"));
        assertEquals(Kind.NOT_FOUND, unknown.kind());
        assertEquals("no task u is attached; attached are: [t]", unknown.explanation());
    }

    @Test
    void aTaskMayWithdrawAndAnnounceItself() {
        attach();
        assertEquals(List.of(IP4, IP6), leases.withdrawOwn("t"));
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6));
        assertTrue(leases.announceOwn("t"));
        assertEquals(Set.of(), inTheWay(IP6));
        assertThrows(ControlException.class, () -> leases.announceOwn("other"));
        assertThrows(ControlException.class, () -> leases.withdrawOwn("other"));
        assertThrows(ControlException.class, () -> leases.ready("other", true));
    }

    @Test
    void anOperatorsHandIsStronger() {
        attach();
        leases.withhold("t");
        var refused = assertThrows(ControlException.class, () -> leases.announceOwn("t"));
        assertEquals(Kind.REFUSED, refused.kind());
        assertEquals("withheld", refused.refusal().reason());
        leases.ready("t", true);
        leases.beat("t", Duration.ofSeconds(5));
        assertEquals(Set.of(WhyNot.WITHHELD), inTheWay(IP4));
        leases.announce("t");
        assertEquals(Set.of(), inTheWay(IP4));
    }

    @Test
    void aTaskIsAnnouncedOnlyWhileReady() {
        attach();
        assertTrue(leases.isReady("t"), "who has said nothing is");
        leases.ready("t", false);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        leases.announce("t");
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        var handed = leases.handover(new Handover.Task(request(), Handover.STANDING, false, null, null));
        leases.ready("t", true);
        assertEquals(Set.of(), inTheWay(IP4));
        leases.detached("t");
        attach();
        assertTrue(leases.isReady("t"));
        leases.restored(handed);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6));
    }

    @Test
    void aHeartbeatThatStopsEndsTheLease() {
        attach();
        leases.beat("t", Duration.ofSeconds(10));
        long said = System.nanoTime();
        leases.expire(said + 5_000_000_000L);
        assertEquals("held by a heartbeat", leases.lease("t"));
        var busy = assertThrows(ControlException.class, () -> leases.hold("t", new Leases.Holder("process 7")));
        assertEquals(Kind.CONFLICT, busy.kind());
        leases.beat("t", Duration.ofMinutes(1));
        leases.expire(said + 30_000_000_000L);
        assertEquals(Set.of(), inTheWay(IP4));
        Handover.Task handed = leases.handover(new Handover.Task(request(), Handover.STANDING, false, null, null));
        assertTrue(handed.lease().matches("timed (59|60)"), handed.lease());
        leases.expire(said + 70_000_000_000L);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        assertEquals("none", leases.lease("t"));
        leases.restored(handed);
        assertEquals(Set.of(), inTheWay(IP4));
        leases.expire(System.nanoTime() + 61_000_000_000L);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP6));
    }

    @Test
    void aHeartbeatDoesNotTakeAnothersLease() {
        attach();
        var holder = leases.hold("t", new Leases.Holder("process 7"));
        assertThrows(ControlException.class, () -> leases.beat("t", Duration.ofSeconds(10)));
        leases.release("t", holder);
        leases.beat("t", Duration.ofSeconds(10));
        leases.withdrawOwn("t");
        leases.expire(System.nanoTime() + 11_000_000_000L);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
    }

    @Test
    void noWordOfTheTaskOutlivesItsGrant() {
        attach();
        grants.resume("t", TestGrants.until(now.plusSeconds(60)));
        leases.beat("t", Duration.ofHours(1));
        now = now.plusSeconds(60);
        leases.look();
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
        assertThrows(ControlException.class, () -> leases.beat("t", Duration.ofSeconds(10)));
        assertThrows(ControlException.class, () -> leases.announceOwn("t"));
        leases.ready("t", true);
        assertEquals(Set.of(WhyNot.NOT_LEASED), inTheWay(IP4));
    }

    private static AttachRequest request() {
        return new AttachRequest("t", List.of("10.100.0.7", "2001:db8:100::7"), "tap", null, false, 1500, null);
    }
}
