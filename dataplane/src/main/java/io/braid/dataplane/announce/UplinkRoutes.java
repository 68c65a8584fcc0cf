package io.braid.dataplane.announce;

import io.braid.bgp.rib.Uplink;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.net.Ipv4Address;
import java.util.List;
import java.util.stream.IntStream;

/** What switches are told of the uplinks themselves: next hops and speed. */
final class UplinkRoutes {
    private static final float BYTES_PER_MEGABIT = 125_000f;

    private UplinkRoutes() {}

    /** All uplinks, without next hops. */
    static List<Uplink> unknown(List<UplinkConfig> uplinks) {
        return IntStream.range(0, uplinks.size())
                .mapToObj(i -> of(i, uplinks.get(i), UplinkView.UNKNOWN))
                .toList();
    }

    /** An uplink with a next hop of each family whose gateway is known: otherwise the gateway knows us as little. */
    static Uplink of(int index, UplinkConfig config, UplinkView view) {
        IpAddress ipv4 = null;
        NextHop ipv6 = null;
        for (var gateway : config.gateways()) {
            IpAddress own = config.facing(gateway).map(Addresses::wire).orElse(null);
            if (own == null) {
                continue; // the configuration's checks leave none
            }
            if (gateway instanceof Ipv4Address) {
                ipv4 = view.resolved4() ? own : null;
            } else {
                ipv6 = view.resolved6() ? NextHop.of(own) : null;
            }
        }
        return new Uplink(index, config.name(), ipv4, ipv6, view.megabitsPerSecond() * BYTES_PER_MEGABIT);
    }
}
