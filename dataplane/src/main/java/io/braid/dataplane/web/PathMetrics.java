package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.gauge;

import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.neighbor.GatewayResolver;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Whether the uplinks are any good: links, gateways, and what operators do with them. */
final class PathMetrics implements MetricGroup {
    private static final String UPLINK = "uplink";
    private static final List<String> GATEWAY_STATES = Stream.of(GatewayResolver.State.values())
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .toList();

    private static final Family LINK = gauge("braid_uplink_link_up", "Whether the link is up.", UPLINK);
    private static final Family SPEED = gauge(
            "braid_uplink_speed_bytes_per_second", "The link's speed in one direction; missing if not known.", UPLINK);
    private static final Family MTU = gauge("braid_uplink_mtu_bytes", "Largest IP packet.", UPLINK);
    private static final Family USABLE = gauge(
            "braid_path_usable",
            "Whether tasks' packets may leave by this uplink: link up, gateway resolved, BFD and BGP not against it, not drained.",
            UPLINK,
            "family");
    private static final Family DRAINED =
            gauge("braid_path_drained", "Whether an operator took the uplink out of service.", UPLINK);
    private static final Family GATEWAY = gauge(
            "braid_gateway_state",
            "Where resolving a gateway's MAC address stands: 1 for the state it is in, 0 for the others.",
            UPLINK,
            "gateway",
            "state");

    @Override
    public List<Family> families() {
        return List.of(LINK, SPEED, MTU, USABLE, DRAINED, GATEWAY);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        for (StatusReport.Uplink uplink : moment.status().uplinks()) {
            String name = uplink.name();
            to.add(LINK, uplink.link(), name);
            to.add(MTU, uplink.mtu(), name);
            to.add(USABLE, uplink.usable().ipv4(), name, "ipv4");
            to.add(USABLE, uplink.usable().ipv6(), name, "ipv6");
            uplink.gateways()
                    .forEach(gateway -> to.addState(GATEWAY, GATEWAY_STATES, gateway.state(), name, gateway.address()));
        }
        for (UplinkFigures uplink : moment.uplinks()) {
            to.add(DRAINED, uplink.drained(), uplink.name());
            if (uplink.bitsPerSecond() > 0) {
                to.add(SPEED, uplink.bitsPerSecond() / 8.0, uplink.name());
            }
        }
    }
}
