package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A table, some peers, and what the table has to say, kept apart in the plainest way: random things happen to both, and
 * at quiet points they have to agree.
 */
final class RibWorld {
    static final int UPLINKS = 4;
    private static final int ADDRESSES = 60;
    private static final long MAX_WAIT = 50;
    private static final List<Prefix> NARROW = List.of(Prefix.parse("10.100.0.0/28"));

    final Random random;
    final Announcements table = new Announcements(
            List.of(Fixture.uplink(0), Fixture.uplink(1), Fixture.uplinkWithoutV4(2), Fixture.uplinkWithoutV6(3)),
            Fixture.PREFIXES);
    final Uplink[] uplinks = {
        Fixture.uplink(0), Fixture.uplink(1), Fixture.uplinkWithoutV4(2), Fixture.uplinkWithoutV6(3)
    };
    final boolean[] usable = new boolean[UPLINKS];
    final DrainPhase[] phase = {DrainPhase.ACTIVE, DrainPhase.ACTIVE, DrainPhase.ACTIVE, DrainPhase.ACTIVE};
    final List<IpAddress> addresses = new ArrayList<>();
    final List<WorldPeer> peers = new ArrayList<>();
    private final long[] drainedAt = new long[UPLINKS];
    private final Set<IpAddress> leased = new HashSet<>();
    private final Set<IpAddress> portUp = new HashSet<>();
    private final Set<IpAddress> withheld = new HashSet<>();
    private List<Prefix> prefixes = Fixture.PREFIXES;
    private long now = -20; // so that the clock passes through 0

    RibWorld(long seed) {
        random = new Random(seed);
        for (int i = 0; i < ADDRESSES; i++) {
            addresses.add(i % 3 == 0 ? IpAddress.v6(0x2001_0db8_0100_0000L, 1 + i) : IpAddress.v4(0x0A64_0001 + i));
        }
        peers.add(new WorldPeer(this, new Paths.OfUplink(0)));
        peers.add(new WorldPeer(this, new Paths.OfUplink(2)));
        peers.add(new WorldPeer(this, new Paths.OfAll()));
        peers.add(new WorldPeer(this, new Paths.OfAll()));
    }

    /** Something happens to addresses or uplinks. */
    void event() {
        IpAddress ip = addresses.get(random.nextInt(addresses.size()));
        int uplink = random.nextInt(UPLINKS);
        boolean on = random.nextInt(4) != 0;
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> change(ip, leased, on, () -> table.lease(ip, on));
            case 4, 5, 6, 7 -> change(ip, portUp, on, () -> table.port(ip, on));
            case 8 -> change(ip, withheld, !on, () -> table.withhold(ip, !on));
            case 9, 10 -> {
                usable[uplink] = on;
                table.usable(uplink, on);
            }
            case 11 -> drain(uplink);
            case 12 -> {
                phase[uplink] = DrainPhase.ACTIVE;
                table.undrain(uplink);
            }
            case 13 -> advance(random.nextLong(MAX_WAIT));
            case 14 -> renumber(uplink);
            default -> {
                if (random.nextInt(4) == 0) {
                    prefixes = on ? Fixture.PREFIXES : NARROW;
                    table.prefixes(prefixes);
                } else {
                    leaseMany();
                }
            }
        }
    }

    private void change(IpAddress ip, Set<IpAddress> set, boolean on, Runnable action) {
        if (on && !isInside(ip)) {
            assertThrows(OutsidePrefixesException.class, action::run);
            return;
        }
        action.run();
        if (on) {
            set.add(ip);
        } else {
            set.remove(ip);
        }
    }

    private void leaseMany() {
        var some = new HashSet<IpAddress>();
        for (IpAddress ip : addresses) {
            if (random.nextInt(3) != 0 && isInside(ip)) {
                some.add(ip);
            }
        }
        table.leases(some);
        leased.clear();
        leased.addAll(some);
        assertEquals(leased, table.leased());
    }

    private void drain(int uplink) {
        long wait = random.nextLong(MAX_WAIT);
        table.drain(uplink, now, wait);
        if (phase[uplink] != DrainPhase.DRAINED) {
            phase[uplink] = DrainPhase.DRAINING;
            drainedAt[uplink] = now + wait;
        }
    }

    private void advance(long by) {
        now += by;
        table.tick(now);
        for (int i = 0; i < UPLINKS; i++) {
            if (phase[i] == DrainPhase.DRAINING && now >= drainedAt[i]) {
                phase[i] = DrainPhase.DRAINED;
            }
            assertEquals(phase[i], table.phase(i));
        }
    }

    private void renumber(int uplink) {
        Uplink old = uplinks[uplink];
        uplinks[uplink] = new Uplink(
                uplink,
                old.name(),
                random.nextInt(3) == 0 ? null : Fixture.hop4(uplink + 4 * random.nextInt(2)),
                random.nextInt(3) == 0 ? null : Fixture.hop6(uplink),
                old.bytesPerSecond());
        table.replace(uplinks[uplink]);
    }

    private boolean isInside(IpAddress ip) {
        return prefixes.stream().anyMatch(p -> p.contains(ip));
    }

    boolean isLive(IpAddress ip) {
        return leased.contains(ip) && portUp.contains(ip) && !withheld.contains(ip) && isInside(ip);
    }

    /** Takes all that is to be said, and compares. */
    void quiet() {
        peers.forEach(WorldPeer::pullAll);
        peers.forEach(WorldPeer::check);
        for (IpAddress ip : addresses) {
            boolean anywhere = peers.stream().anyMatch(p -> p.has(ip));
            assertEquals(!anywhere, table.isWithdrawn(ip), () -> "withdrawn: " + ip);
        }
        for (int i = 0; i < UPLINKS; i++) {
            if (table.phase(i) == DrainPhase.DRAINED || !usable[i]) {
                assertTrue(table.isWithdrawn(i));
            }
        }
    }
}
