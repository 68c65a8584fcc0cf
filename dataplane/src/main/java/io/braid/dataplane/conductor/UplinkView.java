package io.braid.dataplane.conductor;

import io.braid.dataplane.neighbor.GatewayResolver;
import io.braid.dataplane.net.IpAddress;
import java.util.List;

/**
 * An uplink's state at one moment, for status reports.
 *
 * @param linkUp whether its link is up
 * @param usable4 whether IPv4 may leave by it
 * @param usable6 whether IPv6 may leave by it
 * @param gateways its gateways, in the order of the configuration
 */
public record UplinkView(boolean linkUp, boolean usable4, boolean usable6, List<GatewayView> gateways) {
    /**
     * A gateway.
     *
     * @param address its address
     * @param state where resolution stands
     * @param mac its MAC address (low 48 bits), 0 when unknown
     */
    public record GatewayView(IpAddress address, GatewayResolver.State state, long mac) {}
}
