package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Prefix;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A host with four uplinks, and agreements of sessions. */
final class Fixture {
    static final long LOCAL_AS = 65017;
    static final long PEER_AS = 65000;
    static final Set<Family> BOTH = EnumSet.allOf(Family.class);
    static final List<Prefix> PREFIXES = List.of(Prefix.parse("10.100.0.0/16"), Prefix.parse("2001:db8:100::/48"));
    static final IpAddress TASK4 = IpAddress.parse("10.100.0.7");
    static final IpAddress TASK6 = IpAddress.parse("2001:db8:100::7");

    /** An external peer with both families. */
    static final Negotiated EXTERNAL = session(false, BOTH, Set.of(), false, 4096, false);
    /** An internal peer with both families. */
    static final Negotiated INTERNAL = session(true, BOTH, Set.of(), false, 4096, false);
    /** An external peer that takes several paths. */
    static final Negotiated ADD_PATH = session(false, BOTH, BOTH, false, 4096, false);
    /** An external peer that takes IPv6 next hops of IPv4 routes. */
    static final Negotiated V4_OVER_V6 = session(false, BOTH, Set.of(), true, 4096, false);
    /** An external peer with marks around refreshes. */
    static final Negotiated ENHANCED = session(false, BOTH, Set.of(), false, 4096, true);

    private Fixture() {}

    static Negotiated session(
            boolean internal,
            Set<Family> families,
            Set<Family> addPath,
            boolean ipv6NextHop,
            int maxBytes,
            boolean enhanced) {
        var direction = new Negotiated.Direction(maxBytes, addPath, ipv6NextHop);
        return new Negotiated(internal, true, families, direction, direction, true, enhanced);
    }

    static IpAddress hop4(int uplink) {
        return IpAddress.v4(0xC000_0201 + 2 * uplink);
    }

    static NextHop hop6(int uplink) {
        return new NextHop(
                IpAddress.v6(0x2001_0db8_0000_0000L + uplink, 1), IpAddress.v6(0xFE80_0000_0000_0000L, 1 + uplink));
    }

    static Uplink uplink(int index) {
        return new Uplink(index, "nic" + index, hop4(index), hop6(index), 12.5e9f);
    }

    static Uplink uplinkWithoutV4(int index) {
        return new Uplink(index, "nic" + index, null, hop6(index), 12.5e9f);
    }

    static Uplink uplinkWithoutV6(int index) {
        return new Uplink(index, "nic" + index, hop4(index), null, 0);
    }

    /** A table with that many uplinks, all usable. */
    static Announcements table(int uplinks) {
        var table = new Announcements(
                IntStream.range(0, uplinks).mapToObj(Fixture::uplink).toList(), PREFIXES);
        for (int i = 0; i < uplinks; i++) {
            table.usable(i, true);
        }
        return table;
    }

    /** Has the address announced: leased and its port up. */
    static void live(Announcements table, IpAddress ip) {
        table.lease(ip, true);
        table.port(ip, true);
    }

    static AdjRibOut out(Announcements table, Paths paths) {
        return new AdjRibOut("tor", table, paths, ExportPolicy.of(LOCAL_AS), () -> {});
    }

    static List<Message> drain(AdjRibOut out) {
        var result = new ArrayList<Message>();
        for (Message message = out.next(); message != null; message = out.next()) {
            result.add(message);
        }
        return result;
    }
}
