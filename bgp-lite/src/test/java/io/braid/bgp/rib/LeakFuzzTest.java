package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.Prefix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nothing outside of the configured prefixes ever leaves, whoever asks for it. */
class LeakFuzzTest {
    private static final int ROUNDS = 200;
    private static final int ADDRESSES = 100;

    private final long seed = Long.getLong("braid.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private Prefix prefix() {
        return random.nextBoolean()
                ? Prefix.of(IpAddress.v4(0x0A00_0000 | random.nextInt(1 << 24)), 8 + random.nextInt(25))
                : Prefix.of(IpAddress.v6(0x2001_0db8_0000_0000L, random.nextLong()), random.nextInt(129));
    }

    /** An address, more often than not close to the edge of one of the prefixes. */
    private IpAddress address(List<Prefix> prefixes) {
        if (random.nextInt(4) == 0) {
            return random.nextBoolean()
                    ? IpAddress.v4(random.nextInt())
                    : IpAddress.v6(random.nextLong(), random.nextLong());
        }
        IpAddress base = prefixes.get(random.nextInt(prefixes.size())).address();
        int length = prefixes.get(random.nextInt(prefixes.size())).length();
        int bit = Math.min(base.afi().width() - 1, Math.max(0, length - 2 + random.nextInt(4)));
        long high = bit < 64 ? base.high() ^ 1L << (63 - bit) : base.high();
        long low = bit >= 64 ? base.low() ^ 1L << (127 - bit) : base.low();
        return new IpAddress(base.afi(), high, low);
    }

    @Test
    void onlyAddressesInThePrefixesLeave() {
        for (int round = 0; round < ROUNDS; round++) {
            var prefixes = new ArrayList<Prefix>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                prefixes.add(prefix());
            }
            var table = new Announcements(List.of(Fixture.uplink(0)), prefixes);
            table.usable(0, true);
            AdjRibOut out = Fixture.out(table, new Paths.OfUplink(0));
            out.established(Fixture.EXTERNAL);
            // The model fails on a route that is outside of its prefixes.
            var model = new PeerModel(Fixture.EXTERNAL, prefixes);
            Set<IpAddress> taken = ask(table, prefixes);
            for (Message message : Fixture.drain(out)) {
                model.take(message);
            }
            var left = new HashSet<IpAddress>();
            model.routes().keySet().forEach(route -> left.add(route.prefix().address()));
            assertEquals(taken, left, "-Dbraid.seed=" + seed);
        }
    }

    /** Asks for many addresses in all ways; returns those that may leave. */
    private Set<IpAddress> ask(Announcements table, List<Prefix> prefixes) {
        var taken = new HashSet<IpAddress>();
        for (int i = 0; i < ADDRESSES; i++) {
            IpAddress ip = address(prefixes);
            boolean allowed = ip.isHost() && prefixes.stream().anyMatch(p -> p.contains(ip));
            boolean accepted = true;
            try {
                table.lease(ip, true);
                table.port(ip, true);
            } catch (IllegalArgumentException e) {
                accepted = false;
            }
            assertEquals(allowed, accepted, () -> ip + " of " + prefixes + ", -Dbraid.seed=" + seed);
            if (allowed) {
                taken.add(ip);
            }
        }
        return taken;
    }
}
