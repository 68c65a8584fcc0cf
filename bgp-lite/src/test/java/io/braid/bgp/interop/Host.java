package io.braid.bgp.interop;

import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.rib.Uplink;
import io.braid.bgp.speaker.PeerRouting;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Prefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The routes of a host in a {@link PeerLab}: task IPs by number, from 1 on, in both families. */
final class Host {
    private static final List<Prefix> PREFIXES =
            List.of(Prefix.parse("10.100.0.0/16"), Prefix.parse("2001:db8:100::/48"));

    private Host() {}

    /** A table with one uplink, which has the own end's addresses. */
    static Announcements oneUplink() {
        return table(List.of(uplink(0, 1)));
    }

    /** A table with four uplinks: 192.0.2.21 to 24, 2001:db8::21 to 24. */
    static Announcements fourUplinks() {
        return table(IntStream.range(0, 4).mapToObj(i -> uplink(i, 21 + i)).toList());
    }

    private static Uplink uplink(int index, int host) {
        return new Uplink(
                index,
                "nic" + index,
                IpAddress.parse("192.0.2." + host),
                NextHop.of(IpAddress.parse("2001:db8::" + host)),
                0);
    }

    static Announcements table(List<Uplink> uplinks) {
        var table = new Announcements(uplinks, PREFIXES);
        uplinks.forEach(u -> table.usable(u.index(), true));
        return table;
    }

    /** All uplinks' paths that the session can carry, and the default routes of both families. */
    static PeerRouting routing(Paths paths) {
        ImportPolicy imports =
                ImportPolicy.denyAll(PeerLab.OWN_AS, PeerLab.PEER_AS).withDefaultRoutes(Set.of(Family.values()));
        return PeerRouting.of(paths, ExportPolicy.of(PeerLab.OWN_AS), imports);
    }

    static IpAddress task(Family family, int number) {
        return family == Family.IPV4_UNICAST
                ? IpAddress.v4(0x0A64_0000 + number)
                : IpAddress.v6(0x2001_0db8_0100_0000L, number);
    }

    /** Gives out or takes back these tasks' addresses of both families. */
    static void lease(Announcements table, IntStream numbers, boolean leased) {
        numbers.forEach(i -> {
            for (Family family : Family.values()) {
                table.lease(task(family, i), leased);
                table.port(task(family, i), leased);
            }
        });
    }

    /** How daemons write these tasks' routes. */
    static Set<String> routes(Family family, IntStream numbers) {
        var result = new ArrayList<String>();
        numbers.forEach(i -> result.add(Prefix.host(task(family, i)).toString()));
        return new TreeSet<>(result);
    }
}
