package io.braid.dataplane.announce;

import io.braid.bgp.rib.Uplink;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.port.UplinkPlaces;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What switches are told of the uplinks themselves: next hops and speed. */
final class UplinkRoutes {
    private static final float BYTES_PER_MEGABIT = 125_000f;

    private UplinkRoutes() {}

    /** All places, without next hops. */
    static List<Uplink> unknown(UplinkPlaces uplinks) {
        return IntStream.range(0, UplinkPlaces.MOST)
                .mapToObj(i -> of(i, uplinks.at(i), UplinkView.UNKNOWN))
                .toList();
    }

    /** An uplink, if there is one at the place, with a next hop of each family whose gateway is known: otherwise the gateway knows us as little. */
    static Uplink of(int index, @Nullable UplinkConfig config, UplinkView view) {
        if (config == null) {
            return Uplink.none(index);
        }
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
