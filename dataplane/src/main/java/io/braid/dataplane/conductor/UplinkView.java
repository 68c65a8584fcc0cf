package io.braid.dataplane.conductor;

import io.braid.dataplane.neighbor.GatewayResolver;
import io.braid.dataplane.net.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An uplink's state at one moment, for status reports.
 *
 * @param linkUp whether its link is up
 * @param resolved4 whether the IPv4 gateway is known by its MAC address and the link is up
 * @param resolved6 the same for IPv6
 * @param condition what else is known of the path
 * @param megabitsPerSecond its speed, 0 if not known
 * @param gateways its gateways, in the order of the configuration
 */
public record UplinkView(
        boolean linkUp,
        boolean resolved4,
        boolean resolved6,
        PathHealth.Condition condition,
        long megabitsPerSecond,
        List<GatewayView> gateways) {
    /** Nothing is known yet. */
    public static final UplinkView UNKNOWN =
            new UplinkView(false, false, false, PathHealth.Condition.GOOD, 0, List.of());

    /** Whether IPv4 is to leave by it, if there is a choice. */
    public boolean usable4() {
        return resolved4 && condition.alive() && !condition.drained();
    }

    /** Whether IPv6 is to leave by it, if there is a choice. */
    public boolean usable6() {
        return resolved6 && condition.alive() && !condition.drained();
    }

    /** Why its port is out of use, null when it is not. */
    public @Nullable String outOfUse() {
        return condition.faults().get(UplinkRestarts.SOURCE);
    }

    /**
     * A gateway.
     *
     * @param address its address
     * @param state where resolution stands
     * @param mac its MAC address (low 48 bits), 0 when unknown
     */
    public record GatewayView(IpAddress address, GatewayResolver.State state, long mac) {}
}
