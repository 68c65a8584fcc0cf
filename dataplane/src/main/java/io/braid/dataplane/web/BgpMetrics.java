package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;

import io.braid.bgp.session.SessionState;
import io.braid.dataplane.control.BgpReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The sessions with the rack's switches. */
final class BgpMetrics implements MetricGroup {
    private static final String PEER = "peer";
    private static final String UPLINK = "uplink";
    private static final String ESTABLISHED = "established";
    private static final String BYTES = "_bytes";
    private static final List<String> STATES = Stream.concat(
                    Stream.of("not-started"),
                    Stream.of(SessionState.values())
                            .map(state -> state.name().toLowerCase(Locale.ROOT).replace('_', '-')))
            .toList();

    private static final Family UP = gauge("braid_bgp_session_up", "Whether the session is established.", PEER, UPLINK);
    private static final Family STATE = gauge(
            "braid_bgp_session_state",
            "The session's state: 1 for the one it is in, 0 for the others.",
            PEER,
            UPLINK,
            "state");
    private static final Family MESSAGES =
            counter("braid_bgp_messages_total", "Messages of a session, by type.", PEER, UPLINK, "direction", "type");
    private static final Family MESSAGE_BYTES =
            counter("braid_bgp_message_bytes_total", "Bytes of these messages.", PEER, UPLINK, "direction", "type");
    private static final Family EVENTS = counter(
            "braid_bgp_events_total",
            "What else happened to a session, such as hold_expired or protocol_errors.",
            PEER,
            UPLINK,
            "event");
    private static final Family ADVERTISED = gauge(
            "braid_bgp_advertised_routes", "Routes that the switch was told and that stand.", PEER, UPLINK, "family");
    private static final Family RECEIVED =
            gauge("braid_bgp_received_routes", "Routes that the switch told.", PEER, UPLINK, "family");
    private static final Family REFUSED = counter(
            "braid_bgp_refused_routes_total",
            "Routes the switch told that were not believed, by reason.",
            PEER,
            UPLINK,
            "reason");
    private static final Family QUEUED =
            gauge("braid_bgp_queued_bytes", "What waits to be sent to the switch.", PEER, UPLINK);
    private static final Family STRANGERS =
            counter("braid_bgp_strangers_total", "Connections from addresses that are no peer's; they were refused.");

    @Override
    public List<Family> families() {
        return List.of(UP, STATE, MESSAGES, MESSAGE_BYTES, EVENTS, ADVERTISED, RECEIVED, REFUSED, QUEUED, STRANGERS);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        BgpReport report = moment.bgp();
        if (report == null) {
            return;
        }
        to.add(STRANGERS, report.strangers());
        for (BgpReport.Peer peer : report.peers()) {
            String[] who = {peer.peer(), peer.uplink()};
            to.add(UP, peer.state().equals(ESTABLISHED), who);
            to.addState(STATE, STATES, peer.state(), who);
            to.add(QUEUED, peer.queuedBytes(), who);
            peer.messages().forEach((key, count) -> message(key, count, peer, to));
            add(EVENTS, peer.events(), peer, to);
            add(ADVERTISED, peer.advertised(), peer, to);
            add(RECEIVED, peer.received(), peer, to);
            add(REFUSED, peer.refused(), peer, to);
        }
    }

    private static void add(Family family, Map<String, ? extends Number> values, BgpReport.Peer peer, Samples to) {
        values.forEach((key, value) -> to.add(family, value.doubleValue(), peer.peer(), peer.uplink(), key));
    }

    /** @param key such as {@code sent_update} or {@code received_open_bytes} */
    private static void message(String key, long count, BgpReport.Peer peer, Samples to) {
        int split = key.indexOf('_');
        String direction = key.substring(0, split);
        String type = key.substring(split + 1);
        if (type.endsWith(BYTES)) {
            String of = type.substring(0, type.length() - BYTES.length());
            to.add(MESSAGE_BYTES, count, peer.peer(), peer.uplink(), direction, of);
        } else {
            to.add(MESSAGES, count, peer.peer(), peer.uplink(), direction, type);
        }
    }
}
