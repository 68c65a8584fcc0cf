package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.PeerModel.Entry;
import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.Attribute;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Origin;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteRefresh;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A peer of {@link RibWorld}: what it learnt, and what it should know. Asks only when told that there is something. */
final class WorldPeer {
    private static final List<Set<Family>> FAMILIES =
            List.of(Fixture.BOTH, Fixture.BOTH, Set.of(Family.IPV4_UNICAST), Set.of(Family.IPV6_UNICAST));

    private final RibWorld world;
    private final Random random;
    private final Paths paths;
    private final AdjRibOut out;
    private @Nullable Negotiated session;
    private @Nullable PeerModel model;
    private ExportPolicy policy = ExportPolicy.of(Fixture.LOCAL_AS);
    private Map<Nlri, Entry> before = Map.of();
    private boolean ready;

    WorldPeer(RibWorld world, Paths paths) {
        this.world = world;
        this.random = world.random;
        this.paths = paths;
        this.out = new AdjRibOut("peer", world.table, paths, policy, () -> {
            assertFalse(ready, "told once until asked");
            ready = true;
        });
    }

    /** Something happens to the session; false if nothing but the export policy may change. */
    void event(boolean mayBreak) {
        PeerModel up = model;
        switch (random.nextInt(mayBreak ? 6 : 1)) {
            case 0 -> {
                policy = random.nextBoolean()
                        ? policy.withMed(random.nextInt(3))
                        : policy.withPrepend(random.nextInt(3));
                out.policy(policy);
            }
            case 1 -> {
                if (up == null) {
                    establish();
                } else if (random.nextInt(3) == 0) {
                    out.down();
                    model = null;
                    session = null;
                    ready = false;
                }
            }
            case 2 -> {
                if (up != null) {
                    up.expectRepeats();
                    out.routeRefresh(
                            RouteRefresh.request(random.nextBoolean() ? Family.IPV4_UNICAST : Family.IPV6_UNICAST));
                }
            }
            default -> pull(random.nextInt(4));
        }
    }

    void establish() {
        Negotiated agreed = Fixture.session(
                random.nextInt(4) == 0,
                FAMILIES.get(random.nextInt(FAMILIES.size())),
                random.nextBoolean() ? Fixture.BOTH : Set.of(),
                random.nextBoolean(),
                4096,
                random.nextBoolean());
        session = agreed;
        model = new PeerModel(agreed, Fixture.PREFIXES);
        out.established(agreed);
        ready = true;
    }

    private void pull(int count) {
        PeerModel up = model;
        for (int i = 0; i < count && ready && up != null; i++) {
            Message message = out.next();
            ready = message != null;
            if (message != null) {
                up.take(message);
            }
        }
    }

    void pullAll() {
        pull(Integer.MAX_VALUE);
    }

    void check() {
        PeerModel up = model;
        Negotiated agreed = session;
        if (up == null || agreed == null) {
            assertEquals(List.of(), out.sentRoutes());
            return;
        }
        Map<Nlri, Entry> expected = expected(agreed);
        assertEquals(expected, up.routes());
        assertEquals(agreed.families(), up.ended());
        assertFalse(up.isRefreshing());
        var sent = new HashMap<Nlri, Entry>();
        out.sentRoutes().forEach(r -> sent.put(r.route(), new Entry(r.nextHop(), r.attributes())));
        assertEquals(expected, sent);
        world.addresses.forEach(ip -> checkExplanation(ip, agreed));
        before = expected;
        up.caughtUp();
    }

    /** Since the last check no more was said than the difference, in no more messages than it takes. */
    void checkLeast() {
        PeerModel up = model;
        Negotiated agreed = session;
        if (up == null || agreed == null) {
            return;
        }
        Map<Nlri, Entry> now = expected(agreed);
        var withdrawn = new HashSet<>(before.keySet());
        withdrawn.removeAll(now.keySet());
        var announced = new HashSet<Nlri>();
        var groups = new HashSet<Object>();
        now.forEach((route, entry) -> {
            if (!entry.equals(before.get(route))) {
                announced.add(route);
                groups.add(List.of(route.prefix().family(), entry));
            }
        });
        withdrawn.forEach(route -> groups.add(route.prefix().family()));
        assertEquals(announced.size(), up.announced());
        assertEquals(withdrawn.size(), up.withdrawn());
        assertEquals(groups.size(), up.messages());
    }

    boolean has(IpAddress ip) {
        PeerModel up = model;
        return up != null
                && up.routes().keySet().stream()
                        .anyMatch(r -> r.prefix().address().equals(ip));
    }

    private void checkExplanation(IpAddress ip, Negotiated agreed) {
        Explanation explanation = out.explain(ip);
        assertEquals(has(ip), explanation.isAnnounced(), explanation::toString);
        assertFalse(explanation.reasons().stream().anyMatch(r -> r.why() == WhyNot.NOT_SENT_YET));
        if (!has(ip)) {
            assertFalse(explanation.reasons().isEmpty(), explanation::toString);
        }
        if (explanation.reasons().isEmpty()) {
            assertTrue(world.isLive(ip) && agreed.families().contains(Family.unicast(ip.afi())));
        }
    }

    private Map<Nlri, Entry> expected(Negotiated agreed) {
        var result = new HashMap<Nlri, Entry>();
        for (IpAddress ip : world.addresses) {
            Family family = Family.unicast(ip.afi());
            if (!world.isLive(ip) || !agreed.families().contains(family)) {
                continue;
            }
            boolean ids = agreed.send().hasPathIds(family);
            for (int uplink : told(family, agreed)) {
                NextHop hop = hop(uplink, family, agreed);
                if (hop != null) {
                    result.put(new Nlri(Prefix.host(ip), ids ? uplink + 1 : 0), new Entry(hop, attributes(uplink)));
                }
            }
        }
        return result;
    }

    /** The uplinks whose path the peer is told. */
    private List<Integer> told(Family family, Negotiated agreed) {
        if (paths instanceof Paths.OfUplink(int only)) {
            return isOffered(only) ? List.of(only) : List.of();
        }
        var offered = new ArrayList<Integer>();
        for (DrainPhase phase : EnumSet.of(DrainPhase.ACTIVE, DrainPhase.DRAINING)) {
            for (int i = 0; i < RibWorld.UPLINKS; i++) {
                if (isOffered(i) && world.phase[i] == phase && hop(i, family, agreed) != null) {
                    offered.add(i);
                }
            }
        }
        return agreed.send().hasPathIds(family) || offered.isEmpty() ? offered : offered.subList(0, 1);
    }

    private boolean isOffered(int uplink) {
        return world.usable[uplink] && world.phase[uplink] != DrainPhase.DRAINED;
    }

    private @Nullable NextHop hop(int uplink, Family family, Negotiated agreed) {
        Uplink nic = world.uplinks[uplink];
        IpAddress v4 = nic.nextHop4();
        if (family == Family.IPV4_UNICAST && v4 != null) {
            return NextHop.of(v4);
        }
        return family == Family.IPV6_UNICAST || agreed.send().ipv6NextHop() ? nic.nextHop6() : null;
    }

    private PathAttributes attributes(int uplink) {
        Negotiated agreed = session;
        boolean internal = agreed != null && agreed.internal();
        boolean draining = world.phase[uplink] == DrainPhase.DRAINING;
        AsPath path = internal ? AsPath.EMPTY : AsPath.EMPTY.prepend(Fixture.LOCAL_AS, policy.prepend() + 1);
        PathAttributes result = PathAttributes.of(Origin.IGP, path)
                .with(new Attribute.Communities(
                        draining
                                ? List.of(Community.GRACEFUL_SHUTDOWN, Community.NO_EXPORT)
                                : List.of(Community.NO_EXPORT)));
        if (internal) {
            result = result.with(new Attribute.LocalPref(draining ? 0 : 100));
        }
        return policy.med() == null ? result : result.with(new Attribute.Med(policy.med()));
    }
}
